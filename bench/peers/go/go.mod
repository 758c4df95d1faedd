module portside-bench-peer

go 1.24
