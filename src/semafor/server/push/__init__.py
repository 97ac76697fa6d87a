"""Web Push: tells players that it is their turn when their page is closed.

Here live who wants it (a store), what is sent, and to whom it may be sent. It may import the database, not the hub.
"""
