package portside

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/portside/portside/clients/go/portsidetest"
)

const scriptedKey = "svc_Portside0Scripted02QNBRF"

func TestConformance(t *testing.T) {
	server, whole := scriptedServer(t)
	for number, script := range whole.Cases {
		number, script := number, script
		t.Run(script.Name, func(t *testing.T) {
			random := make([]byte, 8)
			_, _ = rand.Read(random)
			run := fmt.Sprintf("%d/%s", number, hex.EncodeToString(random))
			stalled := func() { getJSON(t, server+"/stalled/"+run, new(bool)) }
			actual, visible := runCase(t, script, server+"/case/"+run, scriptedKey, stalled)
			if _, ok := script.Expect["waits"]; !ok {
				script.Expect["waits"] = []any{}
			}
			if found := difference(script.Expect, actual, ""); found != "" {
				t.Errorf("%s\n%v", found, actual)
			}
			var faults []string
			getJSON(t, server+"/faults/"+run, &faults)
			if len(faults) > 0 {
				t.Error(strings.Join(faults, "\n"))
			}
			if strings.Contains(visible, scriptedKey[4:]) {
				t.Error("the key is visible")
			}
		})
	}
}

// TestConformanceOfTheServerForUsers plays the same table by the server that users get for their tests.
func TestConformanceOfTheServerForUsers(t *testing.T) {
	var whole table
	if err := json.Unmarshal(portsidetest.Table(), &whole); err != nil {
		t.Fatal(err)
	}
	for number, known := range portsidetest.Cases() {
		number, known := number, known
		t.Run(known.Name, func(t *testing.T) {
			server := portsidetest.NewServer(t)
			server.WithoutNonces()
			server.Play(known.Name)
			script := whole.Cases[number]
			actual, visible := runCase(t, script, server.URL, portsidetest.Key, func() { <-server.Stalled() })
			if _, ok := script.Expect["waits"]; !ok {
				script.Expect["waits"] = []any{}
			}
			if found := difference(script.Expect, actual, ""); found != "" {
				t.Errorf("%s\n%v", found, actual)
			}
			if strings.Contains(visible, portsidetest.Key[4:]) || strings.Contains(visible, "signature=secret") {
				t.Error("a secret is visible")
			}
			inFlightMax := 4
			if known.InFlight != nil {
				inFlightMax = *known.InFlight
			}
			if server.InFlightMax() > inFlightMax {
				t.Errorf("%d requests at once", server.InFlightMax())
			}
			checkSent(t, known, server.Requests())
		})
	}
}

func checkSent(t *testing.T, known portsidetest.Case, sent []portsidetest.Request) {
	t.Helper()
	if len(sent) != known.Requests {
		t.Errorf("%d requests, not %d", len(sent), known.Requests)
	}
	nonces := map[string]bool{}
	for at, request := range sent {
		nonces[request.Header.Get(nonceHeader)] = true
		if at >= len(known.Sent) {
			continue
		}
		headers := map[string]any{}
		for name := range request.Header {
			headers[strings.ToLower(name)] = request.Header.Get(name)
		}
		var body any = string(request.Body)
		_ = json.Unmarshal(request.Body, &body) // a body that is no JSON stays text
		actual := map[string]any{"method": request.Method, "path": request.Path, "query": request.Query, "headers": headers, "body": body}
		if found := difference(map[string]any(known.Sent[at]), actual, "request"); found != "" {
			t.Error(found)
		}
	}
	if len(nonces) != len(sent) || nonces[""] {
		t.Errorf("%d nonces of %d requests", len(nonces), len(sent))
	}
}

func TestKeys(t *testing.T) {
	_, whole := scriptedServer(t)
	sentences := map[string]string{"absent": "none", "malformed": "24 letters or digits", "misspelt": "a typing mistake"}
	t.Setenv("PORTSIDE_API_KEY", "")
	for _, row := range whole.Keys {
		_, err := New(WithAPIKey(row.Key))
		key := strings.TrimSpace(row.Key)
		switch {
		case row.Fault == "":
			if err != nil {
				t.Errorf("%q: %v", row.Key, err)
			}
		case !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), sentences[row.Fault]):
			t.Errorf("%q: %v", row.Key, err)
		case len(key) > 4 && strings.Contains(err.Error(), key):
			t.Errorf("the error repeats the key: %v", err)
		}
	}
}

func TestTheKeyComesFromTheEnvironment(t *testing.T) {
	t.Setenv("PORTSIDE_API_KEY", scriptedKey)
	if _, err := New(); err != nil {
		t.Error(err)
	}
}

func live(t *testing.T) (address, key string, whole table) {
	t.Helper()
	address, key = os.Getenv("PORTSIDE_LIVE_URL"), os.Getenv("PORTSIDE_LIVE_KEY")
	if address == "" || key == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("the live suite needs PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY")
		}
		t.Skip("the live suite runs where PORTSIDE_LIVE_URL and PORTSIDE_LIVE_KEY are set")
	}
	_, whole = scriptedServer(t)
	return address, key, whole
}

func TestLive(t *testing.T) {
	address, key, whole := live(t)
	for _, script := range whole.Live {
		script := script
		t.Run(script.Name, func(t *testing.T) {
			actual, visible := runCase(t, script, address, key, nil)
			if found := difference(script.Expect, actual, ""); found != "" {
				t.Errorf("%s\n%v", found, actual)
			}
			if strings.Contains(visible, key) {
				t.Error("the key is visible")
			}
		})
	}
}

func TestLiveKeyThatNobodyIssued(t *testing.T) {
	address, _, _ := live(t)
	stranger, err := New(WithAPIKey(scriptedKey), WithBaseURL(address))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.Tariff.HTS.Lookup(context.Background(), []string{"7326.90.8688"}); !errors.Is(err, ErrAuth) {
		t.Errorf("%v, not ErrAuth", err)
	}
}

func TestLiveRepeatedIdempotencyKeyGivesTheSameCertificate(t *testing.T) {
	address, key, whole := live(t)
	client, err := New(WithAPIKey(key), WithBaseURL(address))
	if err != nil {
		t.Fatal(err)
	}
	random := make([]byte, 8)
	_, _ = rand.Read(random)
	var ids [2]string
	for at := range ids {
		for _, script := range whole.Live {
			if script.Call.Download {
				certificate, err := client.Entry.GCC.Generate(context.Background(), script.Call.Request, IdempotencyKey(hex.EncodeToString(random)))
				if err != nil {
					t.Fatal(err)
				}
				ids[at] = certificate.GCCID
				break
			}
		}
	}
	if ids[0] != ids[1] {
		t.Errorf("two certificates: %v", ids)
	}
}
