module bench

go 1.21

require github.com/portside/portside/clients/go v0.0.0

replace github.com/portside/portside/clients/go => ../../go
