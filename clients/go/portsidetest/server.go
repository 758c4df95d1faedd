package portsidetest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"
	"time"
)

// Key is the key of every scripted client. Its checksum is right, but no server issued it.
const Key = "svc_Portside0Scripted02QNBRF"

// Request is what a client sent.
type Request struct {
	Method, Path, Query string
	Header              http.Header
	Body                []byte
}

// Server answers as it is told, and remembers what it was sent.
type Server struct {
	URL string

	t        testing.TB
	listener net.Listener
	done     chan struct{}
	handlers sync.WaitGroup

	mutex        sync.Mutex
	connections  map[net.Conn]bool
	rules        []*rule
	requests     []Request
	inFlight     int
	inFlightMax  int
	held         []chan struct{}
	stalled      chan struct{}
	stalls       sync.Once
	withoutNonce bool
}

// rule is the answers for a method and a pattern of a path. The last answer is repeated.
type rule struct {
	method, pattern string
	answers         []Answer
}

// Listen starts a server on a free port of this machine. NewServer does so for a test.
func Listen() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		URL: "http://" + listener.Addr().String(), listener: listener, done: make(chan struct{}), stalled: make(chan struct{}),
		connections: map[net.Conn]bool{},
	}
	s.handlers.Add(1)
	go s.accept()
	return s, nil
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.mutex.Lock()
	select {
	case <-s.done:
		s.mutex.Unlock()
		return
	default:
	}
	close(s.done)
	_ = s.listener.Close()
	for connection := range s.connections {
		_ = connection.Close()
	}
	s.mutex.Unlock()
	s.handlers.Wait()
}

// WithoutNonces is a server that does not repeat the nonce of a request, as Portside before 1.0 did not.
func (s *Server) WithoutNonces() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.withoutNonce = true
}

// Answer gives the answers to requests with this method and path, in order; the last one is repeated. An empty method and the pattern "*"
// stand for all; otherwise the pattern is that of path.Match. Later rules go before earlier ones.
func (s *Server) Answer(method, pattern string, answers ...Answer) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.rules = append([]*rule{{method, pattern, answers}}, s.rules...)
}

// Requests are all requests so far.
func (s *Server) Requests() []Request {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]Request{}, s.requests...)
}

// InFlightMax is how many requests were under way at once.
func (s *Server) InFlightMax() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.inFlightMax
}

// Stalled is closed when the server has stopped answering a request.
func (s *Server) Stalled() <-chan struct{} { return s.stalled }

func (s *Server) accept() {
	defer s.handlers.Done()
	for {
		connection, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mutex.Lock()
		select {
		case <-s.done:
			_ = connection.Close()
		default:
			s.connections[connection] = true
			s.handlers.Add(1)
			go s.serve(connection)
		}
		s.mutex.Unlock()
	}
}

func (s *Server) serve(connection net.Conn) {
	defer s.handlers.Done()
	defer func() {
		_ = connection.Close()
		s.mutex.Lock()
		delete(s.connections, connection)
		s.mutex.Unlock()
	}()
	reader := bufio.NewReader(connection)
	for {
		sent, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		body, err := io.ReadAll(sent.Body)
		if err != nil {
			return
		}
		answer, nonce, wait := s.take(Request{sent.Method, sent.URL.EscapedPath(), sent.URL.RawQuery, sent.Header, body})
		if wait != nil {
			select {
			case <-wait:
			case <-s.done:
				return
			}
		}
		if !s.play(connection, reader, answer, nonce, body) {
			return
		}
	}
}

// take notes a request and finds its answer. wait is closed when a held answer may go.
func (s *Server) take(sent Request) (answer Answer, nonce string, wait chan struct{}) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests = append(s.requests, sent)
	s.inFlight++
	s.inFlightMax = max(s.inFlightMax, s.inFlight)
	answer = s.answerFor(sent)
	nonce = answer.Nonce
	if nonce == "" && !s.withoutNonce {
		nonce = sent.Header.Get("X-Client-Nonce")
	}
	if answer.Hold > 0 {
		wait = make(chan struct{})
		s.held = append(s.held, wait)
		if len(s.held) >= answer.Hold {
			go release(s.held)
			s.held = nil
		}
	}
	return answer, nonce, wait
}

// release lets the latest go first, one after another.
func release(held []chan struct{}) {
	for at := len(held) - 1; at >= 0; at-- {
		close(held[at])
		time.Sleep(5 * time.Millisecond)
	}
}

func (s *Server) answerFor(sent Request) Answer {
	for _, rule := range s.rules {
		matches, _ := path.Match(rule.pattern, sent.Path)
		if (rule.method != "" && rule.method != sent.Method) || !(matches || rule.pattern == "*") || len(rule.answers) == 0 {
			continue
		}
		answer := rule.answers[0]
		if len(rule.answers) > 1 {
			rule.answers = rule.answers[1:]
		}
		return answer
	}
	return defaultAnswer(sent)
}

// play writes an answer. It is false if the connection has ended.
func (s *Server) play(connection net.Conn, reader *bufio.Reader, answer Answer, nonce string, body []byte) bool {
	finish := func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.inFlight--
	}
	if answer.End != "stall" {
		finish() // before the bytes, because the client may send the next request as soon as it has them
	}
	if _, err := connection.Write(bytesOf(answer, s.URL, nonce, body)); err != nil {
		return false
	}
	switch answer.End {
	case "close":
		return false
	case "reset":
		if tcp, ok := connection.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return false
	case "stall":
		s.stalls.Do(func() { close(s.stalled) })
		_, _ = reader.ReadByte() // until the client or the server ends the connection
		return false
	case "trickle":
		_, _ = io.WriteString(connection, "HTTP/1.1 200 OK\r\nX-Slow: ")
		for {
			select {
			case <-s.done:
				return false
			case <-time.After(10 * time.Millisecond):
			}
			if _, err := io.WriteString(connection, "z"); err != nil {
				return false
			}
		}
	}
	return true
}

// defaultAnswer answers what was not scripted, from the shared parts of the table: one code is a hit and all others are clear.
func defaultAnswer(sent Request) Answer {
	var answer Answer
	isAPI := strings.HasPrefix(sent.Path, "/api/v1/") || strings.HasPrefix(sent.Path, "/api/v2/")
	isDocument := strings.HasPrefix(sent.Path, "/api/v1/entry/gcc/") && strings.HasSuffix(sent.Path, ".pdf")
	switch {
	case isDocument && sent.Method == http.MethodGet:
		shared("answer pdf", &answer)
	case isAPI && sent.Header.Get("Authorization") != "Bearer "+Key:
		answer = refusal(http.StatusUnauthorized, "unauthorized")
	case sent.Method == http.MethodPost && sent.Path == "/api/v1/tariff/hts/lookup":
		shared("answer hit", &answer)
		answer.JSON = map[string]any{"results": defaultResults(sent.Body)}
	case sent.Method == http.MethodPost && sent.Path == "/api/v1/pixel/scan":
		shared("answer report", &answer)
	case sent.Method == http.MethodPost && sent.Path == "/api/v1/entry/gcc/generate":
		shared("answer certificate", &answer)
	default:
		answer = refusal(http.StatusNotFound, "not_found")
	}
	return answer
}

func defaultResults(body []byte) []any {
	var hit map[string]any
	shared("hit", &hit)
	results := []any{}
	for _, code := range codesOf(body) {
		if code == hit["code"] {
			results = append(results, hit)
			continue
		}
		results = append(results, map[string]any{"code": code, "hit": false, "in_scope": false, "status": "clear", "adjacent_hits": []any{}})
	}
	return results
}

func refusal(status int, code string) Answer {
	return Answer{Status: status, JSON: map[string]any{"error": code, "message": "Scripted.", "contact": "help@portside.example"}}
}
