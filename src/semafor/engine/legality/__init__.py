"""What is legal, and why not: legal moves and actions, refusals, payments.

`offers` alone decides; the others ask it, so that they can't disagree.
"""
