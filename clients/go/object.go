package portside

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
)

// fieldRule is what a document says of a field of an answer.
type fieldRule struct {
	name     string
	required bool
	nullable bool
}

// readObject reads a JSON object into a struct and keeps the members that the struct does not know. A required field that is absent, or
// null where null is not allowed, is an error: a missing flag must never look like false.
func readObject(data []byte, into any, typeName string, rules []fieldRule, extra *map[string]json.RawMessage) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	if members == nil {
		return fmt.Errorf("%s: null is not an object", typeName)
	}
	for _, rule := range rules {
		member, present := members[rule.name]
		switch {
		case rule.required && !present:
			return fmt.Errorf("%s: the field %q is missing", typeName, rule.name)
		case present && !rule.nullable && rule.required && string(member) == "null":
			return fmt.Errorf("%s: the field %q is null", typeName, rule.name)
		}
		delete(members, rule.name)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	*extra = nil
	if len(members) > 0 {
		*extra = members
	}
	return nil
}

// writeObject writes a struct and the members that it did not know when it was read.
func writeObject(value any, extra map[string]json.RawMessage) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil || len(extra) == 0 {
		return text, err
	}
	more, err := json.Marshal(extra)
	if err != nil {
		return nil, err
	}
	if string(text) == "{}" {
		return more, nil
	}
	return bytes.Join([][]byte{text[:len(text)-1], more[1:]}, []byte(",")), nil
}

// Ptr returns a pointer to a value, for optional fields: portside.Ptr(0.25).
func Ptr[T any](value T) *T { return &value }

// Nullable is the new value of a field that a change may also remove. A nil *Nullable leaves the field as it is.
type Nullable[T any] struct{ value *T }

// SetTo makes a change to this value.
func SetTo[T any](value T) *Nullable[T] { return &Nullable[T]{&value} }

// SetToNull makes a change that removes the value.
func SetToNull[T any]() *Nullable[T] { return &Nullable[T]{} }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &n.value) }

// addQuery adds a parameter if it has a value: text that is not empty, or what a pointer points to. A list is one parameter for each value.
func addQuery(values url.Values, name string, value any) {
	field := reflect.ValueOf(value)
	switch field.Kind() {
	case reflect.Pointer:
		if !field.IsNil() {
			values.Add(name, queryText(field.Elem()))
		}
	case reflect.Slice:
		for at := 0; at < field.Len(); at++ {
			values.Add(name, queryText(field.Index(at)))
		}
	default:
		if !field.IsZero() {
			values.Add(name, queryText(field))
		}
	}
}

func queryText(field reflect.Value) string {
	if field.Kind() == reflect.Float64 {
		return strconv.FormatFloat(field.Float(), 'f', -1, 64)
	}
	return fmt.Sprint(field.Interface())
}
