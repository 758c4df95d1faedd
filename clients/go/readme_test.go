package portside

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmePackages are what a block of the README may use.
var readmePackages = map[string]string{
	"bytes": "bytes", "context": "context", "errors": "errors", "fmt": "fmt", "io": "io", "log": "log", "os": "os", "strings": "strings",
	"time": "time", "http": "net/http", "url": "net/url", "tls": "crypto/tls", "x509": "crypto/x509", "testing": "testing",
	"portside": "github.com/portside/portside/clients/go", "portsidetest": "github.com/portside/portside/clients/go/portsidetest",
}

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// readmePrograms are the blocks as programs: whole ones unchanged, functions of tests with their imports, all others in a main function in
// which client and ctx exist.
func readmePrograms(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	for _, found := range goBlock.FindAllStringSubmatch(string(text), -1) {
		block := found[1]
		switch {
		case strings.HasPrefix(block, "package "):
		case strings.HasPrefix(block, "func "):
			block = "package main\n" + importsOf(block) + block
		default:
			body := "ctx := context.Background()\nclient, err := portside.New()\nif err != nil {\nlog.Fatal(err)\n}\n_, _ = ctx, client\n{\n" + block + "}\n"
			block = "package main\n" + importsOf(body) + "func main() {\n" + body + "}\n"
		}
		programs = append(programs, block)
	}
	if len(programs) < 8 {
		t.Fatalf("%d blocks", len(programs))
	}
	return programs
}

func importsOf(block string) string {
	lines := ""
	for name, path := range readmePackages {
		if regexp.MustCompile(`(^|[^\w."])` + name + `\.\w`).MatchString(block) {
			lines += fmt.Sprintf("import %q\n", path)
		}
	}
	return lines
}

// TestReadme compiles every block. Where the live suite runs, every block runs too, against a real server.
func TestReadme(t *testing.T) {
	client, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "go.mod"), "module example\n\ngo 1.21\n\nrequire github.com/portside/portside/clients/go v0.0.0\n\nreplace github.com/portside/portside/clients/go => "+client+"\n")
	write(t, filepath.Join(folder, "parts.csv"), "part,hts number\nBracket,7326.90.8688\nHorse,0101.21.0010\n")
	programs := readmePrograms(t)
	for number, program := range programs {
		name := "main.go"
		if strings.Contains(program, "func Test") {
			name = "main_test.go"
		}
		write(t, filepath.Join(folder, fmt.Sprint("block", number), name), program)
	}
	if printed, err := command(folder, nil, "go", "vet", "./...").CombinedOutput(); err != nil {
		t.Fatalf("%s", printed)
	}
	t.Run("live", func(t *testing.T) {
		server := ownServer(t)
		environment := []string{
			"PORTSIDE_BASE_URL=" + server.url, "PORTSIDE_API_KEY=" + server.key(t, "--per-minute", "10000"), "PORTSIDE_WEBHOOK_SECRET=" + webhookSecret,
		}
		for number, program := range programs {
			arguments := []string{"run", fmt.Sprint("./block", number)}
			if strings.Contains(program, "func Test") {
				arguments = []string{"test", fmt.Sprint("./block", number)}
			}
			printed, err := command(folder, environment, "go", arguments...).CombinedOutput()
			if err != nil {
				t.Errorf("block %d: %v\n%s", number+1, err, printed)
			}
			for _, expected := range readmeOutput[number] {
				if !strings.Contains(string(printed), expected) {
					t.Errorf("block %d does not print %q:\n%s", number+1, expected, printed)
				}
			}
		}
		if workbook, err := os.ReadFile(filepath.Join(folder, "result.xlsx")); err != nil || !strings.HasPrefix(string(workbook), "PK") {
			t.Errorf("there is no workbook: %v", err)
		}
	})
}

// readmeOutput is what the blocks print, by number.
var readmeOutput = map[int][]string{
	0: {"7326.90.8688 hit Other articles of iron or steel 50%"},
	1: {"7326.90.8688 hit\n0101.21.0010 clear\n7326.90.8688 hit\n"},
	2: {" bytes\n"},
	3: {"2 of 2"},
	4: {"Table lamp"},
	7: {"scanned"},
	8: {"true"},
	9: {"ok"},
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func command(folder string, environment []string, name string, arguments ...string) *exec.Cmd {
	process := exec.Command(name, arguments...)
	process.Dir = folder
	process.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"), environment...)
	return process
}
