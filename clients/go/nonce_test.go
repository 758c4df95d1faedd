package portside

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"

	"github.com/portside/portside/clients/go/portsidetest"
)

func clearAnswer(nonce string) portsidetest.Answer {
	return portsidetest.Answer{Status: 200, Lookup: "clear", Nonce: nonce}
}

func TestEveryAttemptHasItsOwnNonce(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("POST", "*", portsidetest.Answer{Status: 503}, portsidetest.Answer{Status: 503}, clearAnswer(""))
	if _, err := clientOf(t, server, quick).Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, sent := range server.Requests() {
		nonce := sent.Header.Get(nonceHeader)
		if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`).MatchString(nonce) || seen[nonce] {
			t.Errorf("nonce %q", nonce)
		}
		seen[nonce] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d nonces", len(seen))
	}
}

func TestTheAnswerToAnotherRequestIsRefused(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("POST", "*", clearAnswer("of-another-request"), clearAnswer(""))
	answer, err := clientOf(t, server, quick).Tariff.HTS.Lookup(context.Background(), []string{"1"})
	if err != nil || len(server.Requests()) != 2 || answer.Results[0].Code != "1" {
		t.Errorf("%v after %d requests", err, len(server.Requests()))
	}
	server.Answer("POST", "*", clearAnswer("of-another-request"))
	_, err = clientOf(t, server, quick).Tariff.HTS.Lookup(context.Background(), []string{"1"})
	if !errors.Is(err, ErrResponse) || len(server.Requests()) != 5 {
		t.Errorf("%v after %d requests", err, len(server.Requests()))
	}
	server.Answer("POST", "/api/v2/entry/certificates/*/filings", portsidetest.Answer{Status: 202, JSON: map[string]any{}, Nonce: "of-another-request"})
	_, err = clientOf(t, server, quick).Entry.Certificates.File(context.Background(), "id")
	if !errors.Is(err, ErrResponse) || len(server.Requests()) != 6 {
		t.Errorf("a filing: %v after %d requests", err, len(server.Requests()))
	}
}

// TestTheConnectionOfAMixedUpAnswerIsDropped sees that no request follows on a connection that gave a foreign answer, also one without a body.
func TestTheConnectionOfAMixedUpAnswerIsDropped(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusNoContent} {
		var mutex sync.Mutex
		poisoned := map[string]bool{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mutex.Lock()
			defer mutex.Unlock()
			if poisoned[r.RemoteAddr] {
				t.Errorf("%d: a request on the connection of a foreign answer", status)
			}
			w.Header().Set(nonceHeader, r.Header.Get(nonceHeader))
			if len(poisoned) == 0 {
				poisoned[r.RemoteAddr] = true
				w.Header().Set(nonceHeader, "foreign")
				w.WriteHeader(status)
				return
			}
			_, _ = w.Write([]byte(`{"results":[{"code":"1","hit":false,"in_scope":false,"status":"clear","adjacent_hits":[]}]}`))
		}))
		client, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(server.URL), quick)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
			t.Errorf("%d: %v", status, err)
		}
		server.Close()
	}
}

func TestAnAnswerWithoutANonceIsOfAServerThatNeverHadOne(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.WithoutNonces()
	client := clientOf(t, server, quick)
	for i := 0; i < 2; i++ {
		if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
			t.Fatal(err)
		}
	}
	other := portsidetest.NewServer(t)
	client = clientOf(t, other, quick)
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
		t.Fatal(err)
	}
	other.WithoutNonces()
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); !errors.Is(err, ErrResponse) {
		t.Errorf("%v, although the server had repeated one", err)
	}
	if _, err := clientOf(t, other, quick).Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
		t.Errorf("another client: %v", err)
	}
}

func TestTwoNoncesInOneAnswerAreRefused(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()[nonceHeader] = []string{r.Header.Get(nonceHeader), "another"}
		_, _ = w.Write([]byte(`{"results":[]}`))
	}))
	defer server.Close()
	client, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(server.URL), quick)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Tariff.HTS.Lookup(context.Background(), nil); !errors.Is(err, ErrResponse) {
		t.Error(err)
	}
}
