package portside

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// scriptedCase is a case of portsidetest/conformance.json. ../server/table.ts documents its fields.
type scriptedCase struct {
	Name   string
	Client struct {
		MaxRetries, Concurrency          *int
		TimeoutMs, DeadlineMs, MaxWaitMs *int
	}
	Random *float64
	Call   struct {
		Method         string
		Codes          json.RawMessage
		URL            string
		Request        GCCRequest
		AsOf           string
		IdempotencyKey string
		Deep, Fresh    bool
		Download       bool
	}
	Cancel string
	Expect map[string]any
}

type table struct {
	Keys  []struct{ Key, Fault string }
	Cases []scriptedCase
	Live  []scriptedCase
}

var (
	serverOnce sync.Once
	serverURL  = os.Getenv("PORTSIDE_SCRIPT_URL")
	server     *exec.Cmd
)

// scriptedServer returns the server that runs already (PORTSIDE_SCRIPT_URL), or a new one for this test run.
func scriptedServer(t *testing.T) (string, table) {
	t.Helper()
	serverOnce.Do(func() {
		if serverURL == "" {
			serverURL = startServer()
		}
	})
	if serverURL == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("the scripted server needs bun")
		}
		t.Skip("the scripted server needs bun")
	}
	var whole table
	getJSON(t, serverURL+"/table", &whole)
	return serverURL, whole
}

func startServer() string {
	server = exec.Command("bun", "../server/main.ts")
	output, err := server.StdoutPipe()
	if err != nil || server.Start() != nil {
		return ""
	}
	line, _ := bufio.NewReader(output).ReadString('\n')
	return strings.TrimSpace(line)
}

func TestMain(m *testing.M) {
	code := m.Run()
	if startedServer.stop != nil {
		startedServer.stop()
	}
	if server != nil && server.Process != nil {
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	os.Exit(code)
}

func getJSON(t *testing.T, address string, into any) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

// difference is the path of the first difference, or "". Objects must have every expected member; lists and scalars must be
// equal.
func difference(expected, actual any, at string) string {
	switch expected := expected.(type) {
	case map[string]any:
		members, ok := actual.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: %v is not an object", at, actual)
		}
		for name, member := range expected {
			if found := difference(member, members[name], at+"."+name); found != "" {
				return found
			}
		}
	case []any:
		list, ok := actual.([]any)
		if !ok || len(list) != len(expected) {
			return fmt.Sprintf("%s: %v, not %v", at, actual, expected)
		}
		for index, one := range expected {
			if found := difference(one, list[index], fmt.Sprintf("%s[%d]", at, index)); found != "" {
				return found
			}
		}
	default:
		if expected != actual {
			return fmt.Sprintf("%s: %v, not %v", at, actual, expected)
		}
	}
	return ""
}
