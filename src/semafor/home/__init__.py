"""A home of tables: rooms, bots, hints, analyses, and the requests that it answers.

It does not know what its connections, its storage and its workers are made of: a server (`semafor.server`) gives it
sockets, a database and processes; a page (`semafor.page`) gives it a worker's port, IndexedDB and another web worker.
Here lives what both do; what only one of them does comes through `Host`.
"""
