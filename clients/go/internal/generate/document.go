package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
)

// object is a JSON or YAML object whose members keep their order, so that the generated fields have the order of the document.
type object = yaml.MapSlice

// readDocument reads an OpenAPI document. JSON is YAML too.
func readDocument(path string) (object, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var document object
	if err := yaml.UnmarshalWithOptions(text, &document, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return document, nil
}

// member returns a member of an object, or nil.
func member(of any, names ...string) any {
	for _, name := range names {
		members, _ := of.(object)
		of = nil
		for _, item := range members {
			if item.Key == name {
				of = item.Value
			}
		}
	}
	return of
}

func members(of any) object {
	found, _ := of.(object)
	return found
}

func list(of any) []any {
	found, _ := of.([]any)
	return found
}

func str(of any) string {
	found, _ := of.(string)
	return found
}

func strs(of any) []string {
	var found []string
	for _, item := range list(of) {
		found = append(found, str(item))
	}
	return found
}

func key(item yaml.MapItem) string { return fmt.Sprint(item.Key) }

// refName is the last part of a reference: "#/components/schemas/Watch" is "Watch".
func refName(reference string) string { return reference[strings.LastIndex(reference, "/")+1:] }
