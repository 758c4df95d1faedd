package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated files")

const (
	goldenFolder = "../../../../test/golden"
	clientFolder = "../.."
)

func documentsOf(t *testing.T) map[string]object {
	t.Helper()
	documents, err := readDocuments(goldenFolder)
	if err != nil {
		t.Fatal(err)
	}
	return documents
}

func TestTheTypesAreThoseOfTheDocuments(t *testing.T) {
	made := generate(documentsOf(t))
	if *update {
		if err := made.write(clientFolder); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range made {
		if difference := firstDifference(checkedIn(t)[name], text); difference != "" {
			t.Errorf("%s differs from the documents; run: go test . -update\n%s", name, difference)
		}
	}
}

func checkedIn(t *testing.T) generated {
	t.Helper()
	files := generated{}
	for _, name := range []string{"types_gen.go", "operations_gen_test.go"} {
		text, err := os.ReadFile(filepath.Join(clientFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

func firstDifference(kept, made string) string {
	old, fresh := strings.Split(kept, "\n"), strings.Split(made, "\n")
	for at := 0; at < len(old) || at < len(fresh); at++ {
		var a, b string
		if at < len(old) {
			a = old[at]
		}
		if at < len(fresh) {
			b = fresh[at]
		}
		if a != b {
			return fmt.Sprintf("line %d:\n- %s\n+ %s", at+1, a, b)
		}
	}
	return ""
}
