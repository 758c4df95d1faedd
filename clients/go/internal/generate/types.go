package main

import (
	"fmt"
	"sort"
	"strings"
)

// generator turns the schemas of the documents into Go types, each once.
type generator struct {
	documents map[string]object // by version
	// types are the declared types by Go name.
	types map[string]*declared
	order []string
	// byRef are the Go types of named schemas: "v2.Watch".
	byRef map[string]string
	// enums are the names of enumerations by their values.
	enums map[string]string
	// answers are the types that a server sends: their unknown fields are kept, and a required one that is missing is an error.
	answers map[string]bool
}

// declared is one type. Two are equal if their code is.
type declared struct {
	name, doc string
	fields    []field
	enum      []string
	// query is set for the parameters of an operation.
	query bool
	uses  []string
}

type field struct {
	name, goName, goType, doc string
	omitEmpty                 bool
	required, nullable        bool
}

func (d declared) code() string {
	text := strings.Join(d.enum, "|")
	for _, f := range d.fields {
		text += fmt.Sprintf("%s %s %v %v %v\n", f.name, f.goType, f.omitEmpty, f.required, f.nullable)
	}
	return text
}

// named is the Go type of the schema with this name in this version.
func (g *generator) named(version, name string) string {
	reference := version + "." + name
	if known, ok := g.byRef[reference]; ok {
		return known
	}
	wanted := typeNames[reference]
	if wanted == "" {
		wanted = name
	}
	schema := member(g.documents[version], "components", "schemas", name)
	if schema == nil {
		panic(fmt.Sprintf("%s: there is no schema %q", version, name))
	}
	made := wanted
	if str(member(schema, "type")) == "object" && len(members(member(schema, "properties"))) > 0 {
		made = g.declare(g.read(version, schema, wanted))
	} else {
		made = g.goType(version, schema, wanted)
	}
	g.byRef[reference] = made
	return made
}

// goType is the Go type of a schema. wanted is the name of a type that is made for it.
func (g *generator) goType(version string, schema any, wanted string) string {
	if reference := str(member(schema, "$ref")); reference != "" {
		return g.named(version, refName(reference))
	}
	if inner, ok := nullable(schema); ok {
		return g.goType(version, inner, wanted)
	}
	if values := list(member(schema, "enum")); len(values) > 0 && str(member(schema, "type")) == "string" {
		return g.enum(schema, wanted)
	}
	switch kind := member(schema, "type").(type) {
	case string:
		switch kind {
		case "string":
			if str(member(schema, "format")) == "date-time" {
				return "time.Time"
			}
			return "string"
		case "boolean":
			return "bool"
		case "integer":
			return "int"
		case "number":
			return "float64"
		case "array":
			return "[]" + g.goType(version, member(schema, "items"), wanted)
		case "object":
			return g.object(version, schema, wanted)
		}
		panic(fmt.Sprintf("%s: unknown type %q at %s", version, kind, wanted))
	case []any:
		return "any" // a cell: text, number, flag or null
	case nil:
		if isCell(list(member(schema, "anyOf"))) {
			return "any"
		}
		return "json.RawMessage"
	}
	panic(fmt.Sprintf("%s: a schema that this generator cannot read at %s: %v", version, wanted, schema))
}

// nullable returns the other schema of `anyOf: [schema, null]`.
func nullable(schema any) (any, bool) {
	choices := list(member(schema, "anyOf"))
	if choices == nil || isCell(choices) {
		return nil, false
	}
	if len(choices) != 2 || str(member(choices[1], "type")) != "null" {
		panic(fmt.Sprintf("anyOf is read only as a schema or null: %v", schema))
	}
	return choices[0], true
}

// isCell is true of three or more plain types, such as text, number or null: a cell of a sheet.
func isCell(choices []any) bool {
	for _, choice := range choices {
		switch str(member(choice, "type")) {
		case "string", "number", "integer", "boolean", "null":
		default:
			return false
		}
	}
	return len(choices) > 2
}

func (g *generator) enum(schema any, wanted string) string {
	values := strs(member(schema, "enum"))
	separator := " "
	if strings.Contains(strings.Join(values, ""), " ") {
		separator = "|"
	}
	joined := strings.Join(values, separator)
	if known, ok := g.enums[joined]; ok {
		return known
	}
	name := enumNames[joined]
	if name == "" {
		name = wanted
	}
	g.declare(declared{name: name, doc: str(member(schema, "description")), enum: values})
	g.enums[joined] = name
	return name
}

func (g *generator) object(version string, schema any, wanted string) string {
	for _, keyword := range []string{"patternProperties", "additionalProperties"} {
		switch values := member(schema, keyword).(type) {
		case object:
			if keyword == "patternProperties" {
				return "map[string]" + g.goType(version, values[0].Value, wanted+"Value")
			}
			return "map[string]" + g.goType(version, values, wanted+"Value")
		}
	}
	properties := members(member(schema, "properties"))
	if len(properties) == 0 {
		return "json.RawMessage"
	}
	made := g.read(version, schema, wanted)
	for _, known := range g.order {
		if g.types[known].enum == nil && g.types[known].code() == made.code() {
			return known // the same object under another field
		}
	}
	return g.declare(made)
}

// read is the type of an object with properties.
func (g *generator) read(version string, schema any, wanted string) declared {
	properties := members(member(schema, "properties"))
	required := map[string]bool{}
	for _, name := range strs(member(schema, "required")) {
		required[name] = true
	}
	made := declared{name: wanted, doc: str(member(schema, "description"))}
	for _, property := range properties {
		made.fields = append(made.fields, g.field(version, wanted, key(property), property.Value, required[key(property)]))
	}
	return made
}

func (g *generator) field(version, parent, name string, schema any, required bool) field {
	nested := nestedNames[parent+"."+name]
	if nested == "" {
		nested = strings.ToUpper(parent[:1]) + parent[1:] + goName(name)
	}
	inner, isNullable := nullable(schema)
	if !isNullable {
		inner = schema
	}
	made := field{name: name, goName: goName(name), doc: str(member(schema, "description")), required: required, nullable: isNullable}
	made.goType = g.goType(version, inner, nested)
	if secret := secretFields[name]; secret != "" && made.goType == "string" {
		made.goType = secret
	}
	if isAny(inner) || mayBeNull(member(inner, "anyOf")) {
		made.nullable = true
	}
	isCompound := strings.HasPrefix(made.goType, "[]") || strings.HasPrefix(made.goType, "map[") || made.goType == "json.RawMessage" ||
		made.goType == "any"
	isStruct := len(g.fieldsOf(made.goType)) > 0
	isText := made.goType == "string" || g.isEnum(made.goType)
	falseIsAbsent := made.goType == "bool" && (plainFalse[name] || member(inner, "default") == false)
	made.omitEmpty = !required
	switch {
	case isNullable && !required:
		made.goType = "*Nullable[" + made.goType + "]"
	case isCompound:
	case isNullable, !required && isStruct, !required && !isText && !falseIsAbsent && !strings.HasPrefix(made.goType, "Signed"):
		made.goType = "*" + made.goType
	}
	return made
}

// mayBeNull is true of the choices of a cell that may be empty.
func mayBeNull(choices any) bool {
	for _, choice := range list(choices) {
		if str(member(choice, "type")) == "null" {
			return true
		}
	}
	return false
}

// isAny is true for a schema that allows every value, also null.
func isAny(schema any) bool {
	return member(schema, "type") == nil && member(schema, "$ref") == nil && member(schema, "enum") == nil && member(schema, "anyOf") == nil
}

func (g *generator) fieldsOf(name string) []field {
	if known := g.types[name]; known != nil {
		return known.fields
	}
	return nil
}

func (g *generator) isEnum(name string) bool {
	known := g.types[name]
	return known != nil && known.enum != nil
}

// declare keeps a type under its name. A type of v0 that differs from that of the others is called Public….
func (g *generator) declare(made declared) string {
	if known := g.types[made.name]; known != nil {
		if known.code() == made.code() {
			return made.name
		}
		made.name = "Public" + made.name
		if again := g.types[made.name]; again != nil {
			if again.code() != made.code() {
				panic(made.name + " would be three different types; name one in names.go")
			}
			return made.name
		}
	}
	g.types[made.name] = &made
	g.order = append(g.order, made.name)
	return made.name
}

// markAnswers notes a type and all that it holds as sent by the server.
func (g *generator) markAnswers(goType string) {
	name := strings.TrimLeft(goType, "[]*")
	name = strings.TrimPrefix(name, "map[string]")
	name = strings.TrimLeft(name, "[]*")
	known := g.types[name]
	if known == nil || g.answers[name] {
		return
	}
	g.answers[name] = true
	for _, f := range known.fields {
		g.markAnswers(f.goType)
	}
}

func sorted(names map[string]bool) []string {
	var all []string
	for name := range names {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}
