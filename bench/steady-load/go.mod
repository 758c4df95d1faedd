module portside-bench-steady-load

go 1.24
