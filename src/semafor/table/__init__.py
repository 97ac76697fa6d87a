"""Tables and the meaning of their messages, as plain synchronous code."""
