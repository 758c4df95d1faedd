package portside

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// liveServer is a Portside server of this repository, with keys of its own.
type liveServer struct {
	url     string
	command []string
	folder  string
}

var startedServer struct {
	once   sync.Once
	server *liveServer
	stop   func()
	err    error
}

// ownServer starts the server once for all tests: PORTSIDE_LIVE_BIN, or the source of this repository by bun. Without PORTSIDE_LIVE_URL,
// which says that the live suite is wanted, the test is skipped outside of CI.
func ownServer(t *testing.T) *liveServer {
	t.Helper()
	if os.Getenv("PORTSIDE_LIVE_URL") == "" && os.Getenv("CI") != "true" {
		t.Skip("the live suite runs where PORTSIDE_LIVE_URL is set, and in CI")
	}
	startedServer.once.Do(func() {
		startedServer.server, startedServer.stop, startedServer.err = startLiveServer()
	})
	if startedServer.err != nil {
		t.Fatal(startedServer.err)
	}
	return startedServer.server
}

// repositoryRoot is the folder above this one that has the source of the server.
func repositoryRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "src", "main.ts")); err == nil {
			return folder, nil
		}
	}
	return "", fmt.Errorf("no src/main.ts above the client, and PORTSIDE_LIVE_BIN is not set")
}

func startLiveServer() (*liveServer, func(), error) {
	command := []string{os.Getenv("PORTSIDE_LIVE_BIN")}
	if command[0] == "" {
		root, err := repositoryRoot()
		if err != nil {
			return nil, nil, err
		}
		command = []string{"bun", filepath.Join(root, "src", "main.ts")}
	}
	folder, err := os.MkdirTemp("", "portside-go-")
	if err != nil {
		return nil, nil, err
	}
	server := &liveServer{command: command, folder: folder}
	process := server.program("serve", "--port", "0", "--data-dir", server.dataFolder())
	output, err := process.StderrPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		return nil, nil, err
	}
	stop := func() {
		_ = process.Process.Signal(os.Interrupt)
		ended := make(chan struct{})
		go func() { _ = process.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = process.Process.Kill()
			<-ended
		}
		_ = os.RemoveAll(folder)
	}
	lines := bufio.NewScanner(output)
	var said bytes.Buffer
	for server.url == "" && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "answers at") {
			server.url = regexp.MustCompile(`http://[^ ]+`).FindString(lines.Text())
		}
	}
	if server.url == "" {
		stop()
		return nil, nil, fmt.Errorf("the server did not start: %s", said.String())
	}
	go func() {
		for lines.Scan() { // so that the server can go on writing
			continue
		}
	}()
	return server, stop, nil
}

func (s *liveServer) dataFolder() string { return filepath.Join(s.folder, "var") }

func (s *liveServer) program(arguments ...string) *exec.Cmd {
	process := exec.Command(s.command[0], append(append([]string{}, s.command[1:]...), arguments...)...)
	process.Dir = s.folder
	process.Env = append(os.Environ(), "PORTSIDE_API_KEY=", "PORTSIDE_BASE_URL=", "PORTSIDE_KEY_ROTATION=on")
	return process
}

// key issues a key with the default limits, 100 a minute and 10,000 a day, or with others.
func (s *liveServer) key(t *testing.T, limits ...string) string {
	t.Helper()
	arguments := []string{"keys", "issue", "--data-dir", s.dataFolder(), "--scope", "all", "--name", "go", "--notes", "delegate:on"}
	issued, err := s.program(append(arguments, limits...)...).Output()
	if err != nil {
		t.Fatalf("no key: %v", err)
	}
	return strings.TrimSpace(string(issued))
}

func (s *liveServer) client(t *testing.T, key string, options ...Option) *Client {
	t.Helper()
	client, err := New(append([]Option{WithAPIKey(key), WithBaseURL(s.url)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}
