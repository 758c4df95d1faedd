package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// A mutation is a change of the contract. The comparison must see each: either the generated code differs, or the generator cannot read
// the document any more.
type mutation struct {
	version string
	path    string // of the changed member, parts separated by blanks
	change  func(old any) any
}

// removed stands for a member that is no longer there.
type removed struct{}

func remove(any) any             { return removed{} }
func to(value any) func(any) any { return func(any) any { return value } }
func without(name string) func(any) any {
	return func(old any) any {
		var kept []any
		for _, item := range list(old) {
			if str(item) != name {
				kept = append(kept, item)
			}
		}
		return kept
	}
}
func with(item any) func(any) any {
	return func(old any) any { return append(append([]any{}, list(old)...), item) }
}
func plus(name string, value any) func(any) any {
	return func(old any) any {
		return append(append(object{}, members(old)...), yaml.MapItem{Key: name, Value: value})
	}
}
func renamed(from, into string) func(any) any {
	return func(old any) any {
		var made object
		for _, item := range members(old) {
			if item.Key == from {
				item.Key = into
			}
			made = append(made, item)
		}
		return made
	}
}

var text = object{{Key: "type", Value: "string"}}

const schemas = "components schemas "

var mutations = []mutation{
	// fields of answers
	{"v2", schemas + "DutyAnswer properties settled", remove},
	{"v2", schemas + "DutyAnswer properties", renamed("settled", "is_settled")},
	{"v2", schemas + "DutyAnswer properties settled type", to("string")},
	{"v2", schemas + "DutyAnswer required", without("settled")},
	{"v2", schemas + "DutyAnswer properties", plus("appeal", text)},
	{"v2", schemas + "DutyAnswer properties versions patternProperties ^.*$ type", to("integer")},
	{"v2", schemas + "DutyAmount properties amount type", to("string")},
	{"v2", schemas + "DutyAmount properties currency enum", with("EUR")},
	{"v2", schemas + "Declaration properties rate anyOf", func(old any) any { return []any{list(old)[0], object{{Key: "type", Value: "string"}}} }},
	{"v2", schemas + "Declaration properties rate", to(object{{Key: "type", Value: "number"}})},
	{"v2", schemas + "Declaration properties rate_kind enum", with("quota")},
	{"v2", schemas + "PixelReport properties score", to(object{{Key: "type", Value: "integer"}})},
	{"v2", schemas + "PixelReport properties severity_counts properties", plus("fatal", object{{Key: "type", Value: "integer"}})},
	{"v2", schemas + "PixelFinding properties severity enum", without("info")},
	{"v2", schemas + "FindingPlace required", with("line")},
	{"v2", schemas + "Certificate properties status enum", with("expired")},
	{"v2", schemas + "Certificate properties issued_at format", to("date")},
	{"v2", schemas + "Certificate properties gaps items", to(text)},
	{"v2", schemas + "MadeCertificate properties gcc_pdf_url", remove},
	{"v2", schemas + "CertificateList properties next_cursor", to(text)},
	{"v2", schemas + "CertificateLink required", without("gcc_pdf_url_expires_at")},
	{"v2", schemas + "Filing properties state enum", without("refused")},
	{"v2", schemas + "Filing properties errors items $ref", to("#/components/schemas/Gap")},
	{"v2", schemas + "WatchEvent properties type enum", with("pixel.gone")},
	{"v2", schemas + "WatchEvent properties delivery properties attempts type", to("number")},
	{"v2", schemas + "EventList properties has_more", remove},
	{"v2", schemas + "WatchSecret properties webhook_secret", to(object{{Key: "type", Value: "integer"}})},
	{"v2", schemas + "TariffAudit properties status enum", with("paused")},
	{"v2", schemas + "TariffAudit properties", renamed("lines_done", "done")},
	{"v2", schemas + "JobSummary properties progress type", to("integer")},
	{"v2", schemas + "JobList properties jobs items $ref", to("#/components/schemas/TariffAudit")},
	{"v2", schemas + "ErrorEnvelope properties error enum", with("teapot")},
	{"v2", schemas + "ErrorEnvelope properties details", remove},
	// fields of requests
	{"v2", schemas + "DutyItem required", with("origin")},
	{"v2", schemas + "DutyItem properties facts properties", plus("smelted_in", text)},
	{"v2", schemas + "DutyItem properties facts properties vehicle enum", with("tractor")},
	{"v2", schemas + "DutyItem properties facts properties in_quota type", to("string")},
	{"v2", schemas + "DutiesRequest properties", renamed("items", "goods")},
	{"v2", schemas + "CertificateRequest properties product_info required", without("name")},
	{"v2", schemas + "CertificateRequest properties manufacturer properties contact_email", remove},
	{"v2", schemas + "CertificateRequest properties testing_labs items properties rules items type", to("integer")},
	{"v2", schemas + "WatchRequest properties every enum", with("hour")},
	{"v2", schemas + "WatchEdit properties webhook", to(text)},
	{"v2", schemas + "RevocationRequest required", with("successor_id")},
	{"v2", schemas + "PixelScanRequest properties deep default", to(false)},
	{"v2", schemas + "TariffAuditRequest properties as_of", remove},
	{"v2", schemas + "Watch", remove},
	{"v2", schemas + "Watch type", to("array")},
	// operations of v2
	{"v2", "paths /api/v2/tariff/duties", remove},
	{"v2", "paths", renamed("/api/v2/events", "/api/v2/happenings")},
	{"v2", "paths /api/v2/watches/{id}", renamed("patch", "put")},
	{"v2", "paths /api/v2/account", to(object{{Key: "get", Value: object{{Key: "operationId", Value: "readAccount"}, {Key: "responses", Value: object{}}}}})},
	{"v2", "paths /api/v2/watches post operationId", to("makeWatch")},
	{"v2", "paths /api/v2/watches post responses", renamed("201", "200")},
	{"v2", "paths /api/v2/watches post responses 418", to(object{{Key: "$ref", Value: "#/components/responses/Conflict"}})},
	{"v2", "paths /api/v2/watches post responses 201 content application/json schema $ref", to("#/components/schemas/Watch")},
	{"v2", "paths /api/v2/watches post responses 201 headers", plus("Location", text)},
	{"v2", "paths /api/v2/watches post requestBody required", to(false)},
	{"v2", "paths /api/v2/watches post parameters", to([]any{})},
	{"v2", "paths /api/v2/events get parameters 0 required", to(true)},
	{"v2", "paths /api/v2/events get parameters 1 schema type", to("string")},
	{"v2", "paths /api/v2/events get parameters 2 schema enum", with("lost")},
	{"v2", "paths /api/v2/events get parameters 2 name", to("state")},
	{"v2", "paths /api/v2/events get parameters 2 in", to("header")},
	{"v2", "paths /api/v2/entry/certificates/{id}/pdf get responses 200 content", renamed("application/pdf", "application/octet-stream")},
	{"v2", "paths /api/v2/tariff/audits post requestBody content", renamed("text/csv", "application/csv")},
	{"v2", "paths /api/v2/tariff/audits/{id}/result get responses 200 content text/csv", remove},
	// v1
	{"v1", schemas + "HtsLookupResult properties in_scope", remove},
	{"v1", schemas + "HtsLookupResult properties hit type", to("integer")},
	{"v1", schemas + "HtsLookupResult properties status enum", with("suspended")},
	{"v1", schemas + "HtsLookupResult required", without("adjacent_hits")},
	{"v1", schemas + "AdjacentHit properties proposed_rate type", to("string")},
	{"v1", schemas + "LookupRequest properties", renamed("codes", "numbers")},
	{"v1", schemas + "ScanReport properties score type", to("number")},
	{"v1", schemas + "Finding properties severity enum", with("fatal")},
	{"v1", schemas + "CertificateRequest properties testing_lab required", without("test_date")},
	{"v1", schemas + "CertificateResponse properties", renamed("gcc_id", "id")},
	{"v1", "paths /api/v1/tariff/hts/lookup post parameters 0 name", to("day")},
	{"v1", "paths /api/v1/pixel/scan post responses 200 headers", plus("X-New", text)},
	{"v1", "paths /api/v1/entry/gcc/generate", remove},
	// v0
	{"v0", schemas + "Explanation properties coverage items properties coverage enum", with("unknown")},
	{"v0", schemas + "Explanation properties schedule", to(text)},
	{"v0", schemas + "Explanation required", without("hit")},
	{"v0", schemas + "ListingView properties rate", to(object{{Key: "type", Value: "number"}})},
	{"v0", schemas + "Verification properties signature", remove},
	{"v0", schemas + "Verification properties revoked_at format", to("date")},
	{"v0", schemas + "PixelReport properties score type", to("number")},
	{"v0", schemas + "Law properties not_read items properties programmes items type", to("integer")},
	{"v0", "paths /api/v0/tariff/hts/{code}/duties get parameters", with(object{{Key: "name", Value: "new"}, {Key: "in", Value: "query"}, {Key: "schema", Value: text}})},
	{"v0", "paths /api/v0/tariff/search get responses 200 content application/json schema properties total type", to("string")},
	{"v0", "paths /api/v0/tariff/lists get responses 200 content application/json schema required", without("law")},
	{"v0", "paths /verify/{gcc_id} get responses 404", remove},
}

func TestEveryChangeOfTheContractIsSeen(t *testing.T) {
	kept := checkedIn(t)
	golden := documentsOf(t)
	seen := 0
	for number, each := range mutations {
		documents := map[string]object{"v0": golden["v0"], "v1": golden["v1"], "v2": golden["v2"]}
		changed, ok := changedAt(documents[each.version], strings.Split(each.path, " "), each.change)
		if !ok {
			t.Errorf("%d: %s has no %s, so the mutation changes nothing", number, each.version, each.path)
			continue
		}
		documents[each.version] = changed.(object)
		if made, readable := tryGenerate(documents); readable && made["types_gen.go"] == kept["types_gen.go"] &&
			made["operations_gen_test.go"] == kept["operations_gen_test.go"] {
			t.Errorf("%d: %s %s: not seen", number, each.version, each.path)
			continue
		}
		seen++
	}
	t.Logf("%d of %d mutations seen", seen, len(mutations))
	if seen < 50 {
		t.Errorf("only %d mutations were tried", seen)
	}
}

func tryGenerate(documents map[string]object) (made generated, readable bool) {
	defer func() {
		if recover() != nil {
			readable = false
		}
	}()
	return generate(documents), true
}

// changedAt is a copy of a value with another member at the path. It is false if nothing is there, unless a member is added to an object.
func changedAt(value any, path []string, change func(any) any) (any, bool) {
	if len(path) == 0 {
		return change(value), true
	}
	if items := list(value); items != nil {
		var at int
		if _, err := fmt.Sscan(path[0], &at); err != nil || at >= len(items) {
			return nil, false
		}
		made := append([]any{}, items...)
		changed, ok := changedAt(items[at], path[1:], change)
		made[at] = changed
		return made, ok
	}
	var made object
	found := false
	for _, item := range members(value) {
		if key(item) != path[0] {
			made = append(made, item)
			continue
		}
		found = true
		changed, ok := changedAt(item.Value, path[1:], change)
		if !ok {
			return nil, false
		}
		if !isRemoved(changed) {
			made = append(made, yaml.MapItem{Key: item.Key, Value: changed})
		}
	}
	if !found && len(path) == 1 {
		if added, ok := changedAt(nil, nil, change); ok && !isRemoved(added) {
			return append(made, yaml.MapItem{Key: path[0], Value: added}), true
		}
	}
	return made, found
}

func isRemoved(value any) bool {
	_, gone := value.(removed)
	return gone
}
