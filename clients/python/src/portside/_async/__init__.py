"""The methods of both clients, written for coroutines. `tools/sync.py` makes those for threads, `_sync`, with unasync."""
