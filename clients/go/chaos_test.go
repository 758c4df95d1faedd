package portside

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/portside/portside/clients/go/portsidetest"
)

const (
	chaosCalls    = 2_000
	chaosDeadline = 20 * time.Second
	// chaosSlack is only for a machine that is busy: an attempt ends in time, but its goroutine waits for a processor.
	chaosSlack = 60 * time.Second
)

// chaosServer is an API behind a network in which everything goes wrong. It issues one certificate for each idempotency key.
type chaosServer struct {
	mutex        sync.Mutex
	random       *rand.Rand
	certificates map[string]string // by idempotency key
	bodies       map[string]string // what came with each idempotency key
	keys         map[string]string // the idempotency key of each request body
	twice        int
	faults       map[string]int
	document     []byte
}

func newChaosServer() *chaosServer {
	return &chaosServer{
		random: rand.New(rand.NewSource(21)), certificates: map[string]string{}, bodies: map[string]string{}, keys: map[string]string{}, faults: map[string]int{},
		document: []byte("%PDF-1.7 a certificate"),
	}
}

var chaosFaults = []string{
	"reset before", "reset after the work", "half an answer", "too long a length", "garbage", "not JSON", "an HTML page", "a proxy's page",
	"429", "503", "503 in HTML", "slow", "stalled", "a foreign answer", "the answer twice", "another shape", "a redirect", "no nonce",
}

func (s *chaosServer) fault() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.random.Intn(100) < 45 {
		return ""
	}
	fault := chaosFaults[s.random.Intn(len(chaosFaults))]
	s.faults[fault]++
	return fault
}

func (s *chaosServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	fault := s.fault()
	if fault == "reset before" {
		s.reset(w)
		return
	}
	switch fault {
	case "429", "503":
		w.Header().Set(nonceHeader, r.Header.Get(nonceHeader))
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(map[string]int{"429": 429, "503": 503}[fault])
		_, _ = io.WriteString(w, `{"error":"`+map[string]string{"429": "rate_limited", "503": "unavailable"}[fault]+`","message":"x","contact":"y"}`)
		return
	case "503 in HTML":
		w.Header().Set(nonceHeader, r.Header.Get(nonceHeader))
		w.WriteHeader(503)
		_, _ = io.WriteString(w, "<html>down</html>")
		return
	case "a redirect":
		w.Header().Set(nonceHeader, r.Header.Get(nonceHeader))
		w.Header().Set("Location", "https://elsewhere.example/")
		w.WriteHeader(307)
		return
	}
	body := s.work(r, sent)
	nonce := r.Header.Get(nonceHeader)
	head := func(length int) string {
		tag := ""
		if r.Method == http.MethodGet {
			tag = fmt.Sprintf("ETag: \"%x\"\r\n", sha256.Sum256(s.document))
		}
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n%s%s: %s\r\nContent-Length: %d\r\n\r\n", tag, nonceHeader, nonce, length)
	}
	whole := func() []byte { return append([]byte(head(len(body))), body...) }
	switch fault {
	case "":
		s.raw(w, whole(), false)
	case "reset after the work":
		s.reset(w)
	case "half an answer":
		s.raw(w, whole()[:len(whole())-len(body)/2], true)
	case "too long a length":
		s.raw(w, append([]byte(head(len(body)+10)), body...), true)
	case "garbage":
		s.raw(w, []byte("\x00\xff garbage \r\n\r\n"), true)
	case "not JSON":
		body = body[:len(body)-1]
		s.raw(w, whole(), true)
	case "an HTML page":
		body = []byte("<html>welcome</html>")
		s.raw(w, whole(), true)
	case "a proxy's page":
		s.raw(w, []byte("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno"), true)
	case "slow":
		connection, ok := s.hijack(w)
		for at, answer := 0, whole(); ok && at < len(answer); at += len(answer)/8 + 1 {
			_, _ = connection.Write(answer[at:min(len(answer), at+len(answer)/8+1)])
			time.Sleep(time.Millisecond)
		}
		if ok {
			_ = connection.Close()
		}
	case "stalled":
		connection, ok := s.hijack(w)
		if ok {
			_, _ = connection.Write(whole()[:40])
			_, _ = connection.Read(make([]byte, 1)) // until the client goes
			_ = connection.Close()
		}
	case "a foreign answer":
		nonce = "of-somebody-else"
		body = bytes.ReplaceAll(body, []byte(`"clear"`), []byte(`"invalid"`))
		s.raw(w, whole(), true)
	case "the answer twice":
		s.raw(w, append(whole(), whole()...), true)
	case "another shape":
		body = []byte(`{"results":{"code":1},"gcc_id":7}`)
		s.raw(w, whole(), true)
	case "no nonce":
		s.raw(w, []byte(strings.Replace(string(whole()), nonceHeader+": "+nonce+"\r\n", "", 1)), true)
	}
}

// work does what was asked, whatever becomes of the answer.
func (s *chaosServer) work(r *http.Request, sent []byte) []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case r.Method == http.MethodGet:
		return s.document
	case strings.HasSuffix(r.URL.Path, "/generate"):
		key := r.Header.Get("Idempotency-Key")
		if known := s.keys[string(sent)]; known != "" && known != key {
			s.twice++
		}
		s.keys[string(sent)] = key
		if s.certificates[key] == "" {
			s.certificates[key] = fmt.Sprintf("gcc-%d", len(s.certificates))
			s.bodies[key] = string(sent)
		}
		return []byte(fmt.Sprintf(`{"gcc_id":%q,"gcc_pdf_url":"https://x.example/?signature=s"}`, s.certificates[key]))
	}
	var asked struct{ Codes []string }
	_ = json.Unmarshal(sent, &asked)
	results := []any{}
	for _, code := range asked.Codes {
		results = append(results, map[string]any{"code": code, "hit": false, "in_scope": false, "status": "clear", "adjacent_hits": []any{}})
	}
	text, _ := json.Marshal(map[string]any{"results": results})
	return text
}

// isOf is true if the certificate was made of the request with this name.
func (s *chaosServer) isOf(id, name string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key, body := range s.bodies {
		if s.certificates[key] == id {
			return strings.Contains(body, name)
		}
	}
	return false
}

func (s *chaosServer) hijack(w http.ResponseWriter) (net.Conn, bool) {
	connection, _, err := w.(http.Hijacker).Hijack()
	return connection, err == nil
}

func (s *chaosServer) raw(w http.ResponseWriter, answer []byte, last bool) {
	connection, ok := s.hijack(w)
	if !ok {
		return
	}
	_, _ = connection.Write(answer)
	if last {
		time.Sleep(time.Millisecond)
	}
	_ = connection.Close()
}

func (s *chaosServer) reset(w http.ResponseWriter) {
	connection, ok := s.hijack(w)
	if !ok {
		return
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}

// authenticatingProxy tunnels only for those who know its password, and forgets a connection now and then.
func authenticatingProxy(t *testing.T, uses *atomic.Int64) *url.URL {
	t.Helper()
	expected := "Basic " + base64.StdEncoding.EncodeToString([]byte("user:pass word"))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	t.Cleanup(func() { _ = listener.Close(); open.Wait() })
	serve := func(client net.Conn) {
		defer open.Done()
		defer client.Close()
		reader := bufio.NewReader(client)
		asked, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		if asked.Method != http.MethodConnect || asked.Header.Get("Proxy-Authorization") != expected {
			_, _ = io.WriteString(client, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
			return
		}
		if asked.Header.Get("Authorization") != "" {
			t.Error("the key was sent to the proxy")
		}
		server, err := net.Dial("tcp", asked.Host)
		if err != nil {
			return
		}
		defer server.Close()
		uses.Add(1)
		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
		done := make(chan struct{})
		go func() { _, _ = io.Copy(server, reader); _ = server.Close(); close(done) }()
		_, _ = io.Copy(client, server)
		_ = client.Close()
		<-done
	}
	open.Add(1)
	go func() {
		defer open.Done()
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			open.Add(1)
			go serve(client)
		}
	}()
	return &url.URL{Scheme: "http", Host: listener.Addr().String(), User: url.UserPassword("user", "pass word")}
}

// TestChaos makes calls through faults, by plain HTTP, by TLS with a private authority, and by a proxy with a password. Every call must end
// in the right answer or in an error of a known kind, in its time, and no certificate may be issued twice for one call.
func TestChaos(t *testing.T) {
	log.SetOutput(io.Discard) // net/http logs each answer that comes twice
	defer log.SetOutput(os.Stderr)
	chaos := newChaosServer()
	plain, private := httptest.NewServer(chaos), httptest.NewTLSServer(chaos)
	defer plain.Close()
	defer private.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(private.Certificate())
	var tunnels atomic.Int64
	proxy := authenticatingProxy(t, &tunnels)
	secured := func(through func(*http.Request) (*url.URL, error)) *http.Client {
		return &http.Client{Transport: &http.Transport{Proxy: through, TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}}}
	}
	clients := map[string]*Client{}
	for name, row := range map[string]struct {
		address string
		client  *http.Client
	}{
		"plain": {plain.URL, nil}, "private authority": {private.URL, secured(nil)}, "proxy": {private.URL, secured(http.ProxyURL(proxy))},
	} {
		client, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(row.address), WithHTTPClient(row.client), WithTimeouts(3*time.Second, chaosDeadline),
			withClock(clock{random: func() float64 { return 0.01 }, sleep: sleep}))
		if err != nil {
			t.Fatal(err)
		}
		clients[name] = client
	}
	outcomes := &chaosOutcomes{kinds: map[string]int{}}
	var group sync.WaitGroup
	work := make(chan int)
	for worker := 0; worker < 24; worker++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for number := range work {
				name := []string{"plain", "private authority", "proxy"}[number%3]
				outcomes.add(t, chaosCall(chaos, clients[name], number))
			}
		}()
	}
	for number := 0; number < chaosCalls; number++ {
		work <- number
	}
	close(work)
	group.Wait()
	for _, fault := range chaosFaults {
		if chaos.faults[fault] == 0 {
			t.Errorf("the fault %q did not happen", fault)
		}
	}
	if len(chaos.certificates) > outcomes.generated || chaos.twice > 0 {
		t.Errorf("%d certificates for %d calls, %d made twice", len(chaos.certificates), outcomes.generated, chaos.twice)
	}
	if tunnels.Load() == 0 {
		t.Error("no call went through the proxy")
	}
	if outcomes.kinds["answer"] == 0 || outcomes.kinds["answer"] == chaosCalls {
		t.Errorf("outcomes: %v", outcomes.kinds)
	}
	t.Logf("%d calls: %v; %d certificates for %d calls; faults %v; %d tunnels", chaosCalls, outcomes.kinds, len(chaos.certificates), outcomes.generated,
		chaos.faults, tunnels.Load())
}

type chaosOutcome struct {
	isGenerate bool
	err        error
	wrong      string
	took       time.Duration
}

type chaosOutcomes struct {
	mutex     sync.Mutex
	kinds     map[string]int
	generated int
}

var chaosKinds = map[string]error{
	"connection": ErrConnection, "timeout": ErrTimeout, "response": ErrResponse, "limit": ErrLimit, "server": ErrServer, "upstream": ErrUpstream,
}

func (o *chaosOutcomes) add(t *testing.T, outcome chaosOutcome) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if outcome.isGenerate {
		o.generated++
	}
	kind := "answer"
	if outcome.err != nil {
		kind = ""
		for name, known := range chaosKinds {
			if errors.Is(outcome.err, known) {
				kind = name
			}
		}
		var failure *Error
		if kind == "" || !errors.As(outcome.err, &failure) {
			t.Errorf("an error of no kind: %v", outcome.err)
		}
		if text := fmt.Sprintf("%v %#v", outcome.err, outcome.err); strings.Contains(text, portsidetest.Key[4:]) || strings.Contains(text, "pass") && strings.Contains(text, "word") {
			t.Errorf("a secret in %s", text)
		}
	}
	if outcome.wrong != "" {
		t.Error(outcome.wrong)
	}
	if outcome.took > chaosDeadline+chaosSlack {
		t.Errorf("a call took %s", outcome.took)
	}
	o.kinds[kind]++
}

func chaosCall(chaos *chaosServer, client *Client, number int) (outcome chaosOutcome) {
	startedAt := time.Now()
	defer func() { outcome.took = time.Since(startedAt) }()
	ctx := context.Background()
	within := Within(3*time.Second, chaosDeadline)
	switch number % 4 {
	case 0, 1:
		codes := []string{fmt.Sprintf("%04d.21", number), fmt.Sprintf("%04d.22", number)}
		answer, err := client.Tariff.HTS.Lookup(ctx, codes, within)
		outcome.err = err
		if err == nil && (len(answer.Results) != 2 || answer.Results[0].Code != codes[0] || answer.Results[0].Status != LookupStatusClear) {
			outcome.wrong = fmt.Sprintf("the answer to %v is %v", codes, answer.Results)
		}
	case 2:
		outcome.isGenerate = true
		name := fmt.Sprintf("order-%d.", number)
		options := []CallOption{within}
		if number%8 == 2 { // otherwise the key is a random one
			options = append(options, IdempotencyKey(name))
		}
		certificate, err := client.Entry.GCC.Generate(ctx, GCCRequest{ProductInfo: ProductInfo{Name: name}}, options...)
		outcome.err = err
		if err == nil && !chaos.isOf(certificate.GCCID, name) {
			outcome.wrong = fmt.Sprintf("%s has the certificate of another request", name)
		}
	case 3:
		pdf, err := client.Entry.Certificates.Download(ctx, "id", within)
		outcome.err = err
		if err == nil && !bytes.Equal(pdf, chaos.document) {
			outcome.wrong = fmt.Sprintf("another document: %q", pdf)
		}
	}
	return outcome
}

func TestAProxyThatWantsAPasswordIsAConnectionFault(t *testing.T) {
	private := httptest.NewTLSServer(newChaosServer())
	defer private.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(private.Certificate())
	var tunnels atomic.Int64
	proxy := authenticatingProxy(t, &tunnels)
	proxy.User = url.UserPassword("user", "wrong-password")
	client, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(private.URL), quick, WithHTTPClient(&http.Client{
		Transport: &http.Transport{Proxy: http.ProxyURL(proxy), TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Tariff.HTS.Lookup(context.Background(), []string{"1"})
	if !errors.Is(err, ErrConnection) || tunnels.Load() != 0 || strings.Contains(fmt.Sprintf("%v %#v", err, err), "wrong-password") {
		t.Error(err)
	}
	server := portsidetest.NewServer(t)
	server.Answer("POST", "*", portsidetest.Answer{Status: 407})
	if _, err := clientOf(t, server, quick).Tariff.HTS.Lookup(context.Background(), []string{"1"}); !errors.Is(err, ErrConnection) || errors.Is(err, ErrAPI) {
		t.Errorf("by plain HTTP: %v", err)
	}
}

func TestAnUnknownAuthorityIsAConnectionFault(t *testing.T) {
	private := httptest.NewTLSServer(newChaosServer())
	defer private.Close()
	log.SetOutput(io.Discard) // the server logs the handshake
	defer log.SetOutput(os.Stderr)
	client, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(private.URL), quick)
	if err != nil {
		t.Fatal(err)
	}
	var unknown x509.UnknownAuthorityError
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); !errors.Is(err, ErrConnection) || !errors.As(err, &unknown) {
		t.Error(err)
	}
}
