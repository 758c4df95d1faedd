// Command generate makes the types of the client from the OpenAPI documents in test/golden.
//
//	go test . -update        # in this folder: writes types_gen.go and operations_gen_test.go of the client
//	go run . DOCUMENTS OUT   # the same, for other folders
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// generated are the files by name.
type generated map[string]string

// generate reads the three documents. The error is a document that it cannot read; what it cannot express is a panic.
func generate(documents map[string]object) generated {
	g := &generator{
		documents: documents, types: map[string]*declared{}, byRef: map[string]string{}, enums: map[string]string{}, answers: map[string]bool{},
	}
	var all []operation
	for _, version := range []string{"v2", "v1", "v0"} {
		for _, schema := range members(member(documents[version], "components", "schemas")) {
			g.named(version, key(schema))
		}
		all = append(all, g.operations(version)...)
	}
	return generated{"types_gen.go": g.writeTypes(), "operations_gen_test.go": writeOperations(all)}
}

func readDocuments(folder string) (map[string]object, error) {
	documents := map[string]object{}
	for version, name := range map[string]string{"v0": "openapi-v0.json", "v1": "openapi-v1.yaml", "v2": "openapi-v2.json"} {
		document, err := readDocument(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		documents[version] = document
	}
	return documents, nil
}

func (g generated) write(folder string) error {
	for name, text := range g {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: generate DOCUMENTS OUT")
		os.Exit(2)
	}
	documents, err := readDocuments(os.Args[1])
	if err == nil {
		err = generate(documents).write(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
