module github.com/portside/portside/clients/go

go 1.21
