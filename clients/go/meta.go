package portside

import (
	"net/http"
	"regexp"
	"strconv"
)

// RateWindow is what is left of one limit of the key, from the latest answer of the server. Limit and ResetSeconds are nil if
// the server did not send them.
type RateWindow struct {
	Limit        *int64 `json:"limit"`
	Remaining    int64  `json:"remaining"`
	ResetSeconds *int64 `json:"reset_seconds"`
}

// RateLimit maps the name of a window to it: "minute" (sliding) and "day" (UTC).
type RateLimit map[string]RateWindow

// TariffList is the tariff list behind an answer. Store it with the answer for audits.
type TariffList struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	AsOf    string `json:"as_of"` // YYYY-MM-DD
}

// Meta is what came with a result. A lookup of more than 50 codes has the lowest limits and all request ids of its requests.
type Meta struct {
	RequestID  string      `json:"request_id"`
	RequestIDs []string    `json:"request_ids"`
	RateLimit  RateLimit   `json:"rate_limit"`
	List       *TariffList `json:"list"` // lookups only
}

func readMeta(header http.Header) Meta {
	meta := Meta{RequestID: header.Get("X-Request-Id"), RateLimit: readRateLimit(header)}
	if meta.RequestID != "" {
		meta.RequestIDs = []string{meta.RequestID}
	}
	list := TariffList{header.Get("X-Tariff-List"), header.Get("X-Tariff-List-Version"), header.Get("X-Tariff-As-Of")}
	if list.ID != "" && list.Version != "" && list.AsOf != "" {
		meta.List = &list
	}
	return meta
}

var (
	rateItem      = regexp.MustCompile(`"(\w+)"((?:;\w+=[0-9]+)*)`)
	rateParameter = regexp.MustCompile(`;(\w+)=([0-9]+)`)
)

// readRateLimit reads RateLimit and RateLimit-Policy (IETF draft): "minute";r=99;t=60, "day";r=9999;t=3600. Unreadable
// parts are left out.
func readRateLimit(header http.Header) RateLimit {
	policies := readRateItems(header.Get("RateLimit-Policy"))
	windows := RateLimit{}
	for name, item := range readRateItems(header.Get("RateLimit")) {
		if remaining, ok := item["r"]; ok {
			windows[name] = RateWindow{number(policies[name], "q"), remaining, number(item, "t")}
		}
	}
	return windows
}

func readRateItems(header string) map[string]map[string]int64 {
	items := map[string]map[string]int64{}
	for _, item := range rateItem.FindAllStringSubmatch(header, -1) {
		numbers := map[string]int64{}
		for _, parameter := range rateParameter.FindAllStringSubmatch(item[2], -1) {
			if value, err := strconv.ParseInt(parameter[2], 10, 64); err == nil {
				numbers[parameter[1]] = value
			}
		}
		items[item[1]] = numbers
	}
	return items
}

func number(numbers map[string]int64, name string) *int64 {
	if value, ok := numbers[name]; ok {
		return &value
	}
	return nil
}

// joinMeta joins the metadata of the parts of a lookup. All must come from one list.
func joinMeta(parts []LookupResult) Meta {
	joined := Meta{RequestID: parts[0].Meta.RequestID, RateLimit: RateLimit{}, List: parts[0].Meta.List}
	for _, part := range parts {
		joined.RequestIDs = append(joined.RequestIDs, part.Meta.RequestIDs...)
		for name, window := range part.Meta.RateLimit {
			if known, ok := joined.RateLimit[name]; !ok || window.Remaining <= known.Remaining {
				joined.RateLimit[name] = window
			}
		}
	}
	return joined
}
