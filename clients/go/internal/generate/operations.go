package main

import (
	"fmt"
	"strings"
)

// operation is one operation of a document, as the tests of the client see it.
type operation struct {
	version, id, method, path string
	parameters                []string // "query cursor string", with " required" and the values of an enumeration
	requests, answers         []string // "application/json DutiesRequest", "200 application/json DutiesResponse"
	statuses                  []string
	query                     string // the Go type of its query parameters
}

// operations reads all operations of a document and makes the types that they need.
func (g *generator) operations(version string) []operation {
	var found []operation
	for _, path := range members(member(g.documents[version], "paths")) {
		for _, item := range members(path.Value) {
			if key(item) == "parameters" {
				panic(version + ": parameters of a path are not read")
			}
			found = append(found, g.operation(version, strings.ToUpper(key(item)), key(path), item.Value))
		}
	}
	return found
}

func (g *generator) operation(version, method, path string, described any) operation {
	made := operation{version: version, id: str(member(described, "operationId")), method: method, path: path}
	query := declared{name: queryNames[made.id], query: true, doc: "the query of " + method + " " + path}
	for _, parameter := range list(member(described, "parameters")) {
		name, in, schema := str(member(parameter, "name")), str(member(parameter, "in")), member(parameter, "schema")
		required := member(parameter, "required") == true
		one := g.field(version, "query", name, schema, required)
		one.doc = str(member(parameter, "description"))
		line := strings.TrimSuffix(fmt.Sprintf("%s %s %s %s", in, name, one.goType, strings.Join(strs(member(schema, "enum")), "|")), " ")
		if required {
			line += " required"
		}
		made.parameters = append(made.parameters, line)
		if in == "query" {
			query.fields = append(query.fields, one)
		}
	}
	if len(query.fields) > 0 && queryNames[made.id] == "" {
		panic("name the query of " + made.id + " in names.go")
	}
	if len(query.fields) > 0 {
		made.query = g.declare(query)
	}
	body := member(described, "requestBody")
	for _, content := range members(member(body, "content")) {
		made.requests = append(made.requests, key(content)+" "+g.bodyType(version, made.id+".request", content.Value))
	}
	if body != nil && member(body, "required") != true {
		made.requests = append(made.requests, "optional")
	}
	for _, response := range members(member(described, "responses")) {
		status := key(response)
		made.statuses = append(made.statuses, status)
		if str(member(response.Value, "$ref")) != "" {
			continue
		}
		var headers []string
		for _, header := range members(member(response.Value, "headers")) {
			headers = append(headers, key(header))
		}
		made.answers = append(made.answers, strings.TrimSpace(status+" headers "+strings.Join(headers, " ")))
		for _, content := range members(member(response.Value, "content")) {
			goType := g.bodyType(version, made.id+"."+status, content.Value)
			g.markAnswers(goType)
			made.answers = append(made.answers, status+" "+key(content)+" "+goType)
		}
	}
	return made
}

func (g *generator) bodyType(version, at string, content any) string {
	schema := member(content, "schema")
	if schema == nil || str(member(schema, "type")) == "string" || isAny(schema) {
		return "bytes"
	}
	wanted := nestedNames[at]
	if wanted == "" {
		wanted = goName(strings.ReplaceAll(at, ".", "_"))
	}
	return g.goType(version, schema, wanted)
}
