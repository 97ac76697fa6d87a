"""The database: tables and their log, and the bus between processes that share it.

Other stores live beside what they store. It may import what is stored (`semafor.table.stored`), not who asks for it.
"""
