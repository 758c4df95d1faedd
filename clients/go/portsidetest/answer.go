package portsidetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

var document = []byte("%PDF-1.7\n% stands for a certificate: é 证书\n%%EOF\n")

func documentHash() string {
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:])
}

// bytesOf are the bytes of an answer.
func bytesOf(answer Answer, base, nonce string, body []byte) []byte {
	fill := func(text string) string {
		return strings.NewReplacer("{{base}}", base, "{{pdf}}", documentHash()).Replace(text)
	}
	if answer.Raw != "" {
		return []byte(fill(answer.Raw))
	}
	if answer.Status == 0 {
		return nil
	}
	whole := bodyOf(answer, body, fill)
	headers := map[string]string{"content-type": "application/json", "x-request-id": "req_scripted"}
	if answer.PDF {
		headers["content-type"] = "application/pdf"
	}
	if nonce != "" {
		headers["x-client-nonce"] = nonce
	}
	if answer.Chunked {
		headers["transfer-encoding"] = "chunked"
	} else {
		headers["content-length"] = fmt.Sprint(len(whole))
	}
	for name, value := range answer.Headers {
		headers[strings.ToLower(name)] = fill(value)
	}
	var lines []string
	for name, value := range headers {
		lines = append(lines, name+": "+value+"\r\n")
	}
	sort.Strings(lines)
	if answer.Status == 204 {
		whole = nil
	}
	start := fmt.Sprintf("HTTP/1.1 %d Scripted\r\n%s\r\n", answer.Status, strings.Join(lines, ""))
	if answer.HeadersCut != nil {
		return []byte(start[:min(len(start), *answer.HeadersCut)])
	}
	sent := whole
	if answer.Chunked {
		sent = chunks(whole)
	}
	if answer.Cut != nil {
		sent = sent[:min(len(sent), *answer.Cut)]
	}
	return append([]byte(start), sent...)
}

func bodyOf(answer Answer, body []byte, fill func(string) string) []byte {
	switch {
	case answer.PDF:
		return document
	case answer.Blanks > 0:
		return bytes.Repeat([]byte(" "), answer.Blanks)
	case answer.Lookup != "":
		return lookupAnswer(answer.Lookup, body)
	case answer.JSON != nil:
		text, err := json.Marshal(answer.JSON)
		if err != nil {
			panic(fmt.Sprintf("an answer that is not JSON: %v", err))
		}
		return []byte(fill(string(text)))
	}
	return []byte(fill(answer.Text))
}

func codesOf(body []byte) []string {
	var asked struct{ Codes []string }
	_ = json.Unmarshal(body, &asked) // what has no codes gets no results
	return asked.Codes
}

func lookupAnswer(status string, body []byte) []byte {
	results := []map[string]any{}
	for _, code := range codesOf(body) {
		hit := status == "hit"
		results = append(results, map[string]any{"code": code, "hit": hit, "in_scope": hit, "status": status, "adjacent_hits": []any{}})
	}
	text, _ := json.Marshal(map[string]any{"results": results}) // texts and flags
	return text
}

func chunks(body []byte) []byte {
	var out bytes.Buffer
	for ; len(body) > 0; body = body[min(7, len(body)):] {
		part := body[:min(7, len(body))]
		fmt.Fprintf(&out, "%x\r\n%s\r\n", len(part), part)
	}
	out.WriteString("0\r\n\r\n")
	return out.Bytes()
}
