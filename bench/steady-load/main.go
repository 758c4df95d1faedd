// Sends lookups at a fixed rate, whether or not answers have come, and prints how long answers took. A time counts from the moment at
// which the schedule has the request, so that waiting in a queue counts wherever the queue is. One thread looks at the clock and at
// the sockets in turn and never sleeps: a timer of the system would be late by more than an answer takes.
//
//	steady-load ADDRESS PATH RATE SECONDS KEYS_FILE BODIES_FILE
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/netip"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// More than a server that keeps up ever needs. The one used last is used next, so most stay idle.
	connections = 512
	// The server was stopped until now. What is scheduled before this is sent and not counted.
	settle = 500 * time.Millisecond
	// Answers are waited for this long after the last request. Those that did not come count with their age.
	drain = time.Second
)

type connection struct {
	fd  int
	due time.Duration
	got []byte
}

func main() {
	log.SetFlags(0)
	address, path := netip.MustParseAddrPort(os.Args[1]), os.Args[2]
	rate, seconds := number(os.Args[3]), number(os.Args[4])
	requests := prepare(os.Args[1], path, lines(os.Args[5]), lines(os.Args[6]))
	// A collection would stop the clock. All memory is allocated before it starts, but for a few slices.
	debug.SetGCPercent(-1)

	poll, err := syscall.EpollCreate1(0)
	check(err)
	byFd := map[int32]*connection{}
	var free []*connection
	for range connections {
		c := open(address, poll)
		byFd[int32(c.fd)] = c
		free = append(free, c)
	}

	settled := int(settle * time.Duration(rate) / time.Second)
	total := settled + rate*seconds
	due := func(i int) time.Duration { return time.Duration(i) * time.Second / time.Duration(rate) }
	took := make([]time.Duration, 0, rate*seconds)
	note := func(since, now time.Duration) {
		if since >= settle {
			took = append(took, now-since)
		}
	}
	events := make([]syscall.EpollEvent, connections)
	sent, answered := 0, 0
	start := time.Now()
	for answered < total && time.Since(start) < due(total)+drain {
		for sent < total && len(free) > 0 && due(sent) <= time.Since(start) {
			c := free[len(free)-1]
			free = free[:len(free)-1]
			c.due, c.got = due(sent), c.got[:0]
			request := requests[sent%len(requests)]
			if n, err := syscall.Write(c.fd, request); err != nil || n < len(request) {
				log.Fatalf("wrote %d of %d bytes: %v", n, len(request), err)
			}
			sent++
		}
		n, err := syscall.EpollWait(poll, events, 0)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			log.Fatal(err)
		}
		for _, event := range events[:max(n, 0)] {
			if c := byFd[event.Fd]; c.isAnswered() {
				answered++
				note(c.due, time.Since(start))
				free = append(free, c)
			}
		}
	}
	end := time.Since(start)
	idle := map[*connection]bool{}
	for _, c := range free {
		idle[c] = true
	}
	for _, c := range byFd {
		if !idle[c] {
			note(c.due, end)
		}
	}
	for i := sent; i < total; i++ {
		note(due(i), end)
	}
	slices.Sort(took)
	quantile := func(q float64) float64 { return took[int(q*float64(len(took)-1))].Seconds() * 1000 }
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"answered": answered, "unanswered": total - answered,
		"p50_ms": quantile(0.5), "p99_ms": quantile(0.99), "p999_ms": quantile(0.999),
	}))
}

// prepare makes the bytes of each request: line i of the keys with line i of the bodies, which are repeated.
func prepare(host, path string, keys, bodies []string) [][]byte {
	var requests [][]byte
	for i, key := range keys {
		body := bodies[i%len(bodies)]
		requests = append(requests, fmt.Appendf(nil,
			"POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			path, host, key, len(body), body))
	}
	return requests
}

func open(address netip.AddrPort, poll int) *connection {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	check(err)
	check(syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1))
	check(syscall.Connect(fd, &syscall.SockaddrInet4{Port: int(address.Port()), Addr: address.Addr().As4()}))
	check(syscall.SetNonblock(fd, true))
	check(syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}))
	return &connection{fd: fd, got: make([]byte, 0, 64*1024)}
}

// isAnswered reads what has arrived and reports whether the answer is complete. Any answer but 200 ends the program.
func (c *connection) isAnswered() bool {
	n, err := syscall.Read(c.fd, c.got[len(c.got):cap(c.got)])
	if err != nil || n == 0 {
		log.Fatalf("the server closed a connection: %v", err)
	}
	c.got = c.got[:len(c.got)+n]
	head, body, isWhole := bytes.Cut(c.got, []byte("\r\n\r\n"))
	if !isWhole {
		return false
	}
	if !bytes.HasPrefix(head, []byte("HTTP/1.1 200")) {
		log.Fatalf("%s", c.got)
	}
	fields := strings.ToLower(string(head))
	if _, length, isThere := strings.Cut(fields, "\r\ncontent-length: "); isThere {
		length, _, _ = strings.Cut(length, "\r\n")
		return len(body) == number(length)
	}
	return bytes.HasSuffix(body, []byte("0\r\n\r\n"))
}

func lines(file string) []string {
	text, err := os.ReadFile(file)
	check(err)
	return strings.Fields(string(text))
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	check(err)
	return n
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
