"""What the server writes down: the database, and the bus of the processes that share one."""
