// Package portsidetest is a Portside server for the tests of programs that use Portside. It needs no network and no key.
//
//	func TestScreen(t *testing.T) {
//		server := portsidetest.NewServer(t)
//		server.Setenv() // portside.New() finds the server
//		server.Answer("POST", "/api/v1/tariff/hts/lookup", portsidetest.Answer{Status: 200, Lookup: "hit"})
//		screen()
//		if len(server.Requests()) != 1 { … }
//	}
//
// Without a script it answers lookups (7326.90.8688 is a hit, all else is clear), scans, certificates and their documents, and refuses all
// else with 404. It plays every case of the table that the clients of Portside must pass, by name: limits, outages, broken connections. It
// speaks raw TCP, so that it can break rules that an HTTP server cannot.
package portsidetest

import "testing"

// NewServer starts a server that ends with the test. It repeats the nonce of each request, as a real server does.
func NewServer(t testing.TB) *Server {
	t.Helper()
	server, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	server.t = t
	t.Cleanup(server.Close)
	return server
}

// Setenv makes portside.New, without options, use this server until the test ends.
func (s *Server) Setenv() {
	s.t.Helper()
	s.t.Setenv("PORTSIDE_BASE_URL", s.URL)
	s.t.Setenv("PORTSIDE_API_KEY", Key)
}

// Play answers every request by the answers of a case of the table, for example "error: 429 rate_limited, after two more attempts".
func (s *Server) Play(name string) {
	s.t.Helper()
	for _, known := range Cases() {
		if known.Name == name {
			s.Answer("", "*", known.Answers...)
			return
		}
	}
	s.t.Fatalf("the table has no case called %q", name)
}
