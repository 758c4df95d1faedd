module github.com/portside/portside-go

go 1.21
