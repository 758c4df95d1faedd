package portside

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strings"
)

// SignedURL is the address of a document, which anyone who has it can use as long as it is valid. It prints without its query, whatever
// the verb, and in logs. JSON has it whole, so that a stored certificate can be read again. The text is behind a pointer, because fmt
// prints the fields of a struct without asking their methods if the struct is in an unexported field.
type SignedURL struct{ text *string }

// NewSignedURL makes one of a text, for example of a stored one.
func NewSignedURL(text string) SignedURL { return SignedURL{&text} }

// Reveal returns the whole address.
func (u SignedURL) Reveal() string {
	if u.text == nil {
		return ""
	}
	return *u.text
}

// String is the address without its query.
func (u SignedURL) String() string {
	address, _, signed := strings.Cut(u.Reveal(), "?")
	if signed {
		address += "?[signature]"
	}
	return address
}

// GoString is like String.
func (u SignedURL) GoString() string { return fmt.Sprintf("portside.SignedURL(%q)", u.String()) }

// Format never prints the query.
func (u SignedURL) Format(state fmt.State, verb rune) {
	formatSafely(state, verb, u.String(), u.GoString())
}

// LogValue leaves out the query.
func (u SignedURL) LogValue() slog.Value { return slog.StringValue(u.String()) }

// MarshalJSON writes the whole address.
func (u SignedURL) MarshalJSON() ([]byte, error) { return json.Marshal(u.Reveal()) }

// UnmarshalJSON reads a text.
func (u *SignedURL) UnmarshalJSON(data []byte) error { return readSecret(data, &u.text) }

// Secret is a text that must not be printed, such as the secret of a webhook. JSON has it whole.
type Secret struct{ text *string }

// NewSecret makes one of a text.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal returns the text.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String never has the text.
func (s Secret) String() string { return "[secret]" }

// GoString never has the text.
func (s Secret) GoString() string { return "portside.Secret([secret])" }

// Format never prints the text.
func (s Secret) Format(state fmt.State, verb rune) {
	formatSafely(state, verb, s.String(), s.GoString())
}

// LogValue never has the text.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON writes the text.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.Reveal()) }

// UnmarshalJSON reads a text.
func (s *Secret) UnmarshalJSON(data []byte) error { return readSecret(data, &s.text) }

func readSecret(data []byte, into **string) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	*into = &text
	return nil
}

func formatSafely(state fmt.State, verb rune, text, goText string) {
	switch {
	case verb == 'v' && state.Flag('#'):
		text = goText
	case verb == 'q':
		text = fmt.Sprintf("%q", text)
	}
	_, _ = io.WriteString(state, text)
}

// logValue is a struct as a group of its fields. slog's JSON handler would marshal the struct, and JSON has the secrets.
func logValue(value any) slog.Value {
	fields := reflect.ValueOf(value)
	var attributes []slog.Attr
	for at := 0; at < fields.NumField(); at++ {
		field := fields.Type().Field(at)
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); field.IsExported() && name != "-" {
			value := fields.Field(at)
			if value.Kind() == reflect.Pointer && value.IsNil() {
				attributes = append(attributes, slog.Any(name, nil))
				continue
			}
			attributes = append(attributes, slog.Any(name, value.Interface()))
		}
	}
	return slog.GroupValue(attributes...)
}
