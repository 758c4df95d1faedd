package portside

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"sync"
)

const codesMax = 50

// Tariff answers questions about customs tariffs.
type Tariff struct{ HTS *HTS }

// HTS looks up codes of the Harmonized Tariff Schedule.
type HTS struct{ api *api }

// AdjacentHit is the listing that was hit, or another one of the same heading.
type AdjacentHit struct {
	CodeHeading  string  `json:"code_heading"`
	ArticleSlug  string  `json:"article_slug"`
	ArticleName  string  `json:"article_name"`
	ProposedRate float64 `json:"proposed_rate"` // percent: 50, 25, 15
}

// HTSResult is the answer for one code.
type HTSResult struct {
	Code         string        `json:"code"` // as you sent it
	Hit          bool          `json:"hit"`
	InScope      bool          `json:"in_scope"`
	Status       string        `json:"status"` // hit, adjacent, in_scope_no_bis14, clear, invalid; a later server may return others
	AdjacentHits []AdjacentHit `json:"adjacent_hits"`
}

// UnmarshalJSON refuses an incomplete result: a missing flag must not look like false.
func (r *HTSResult) UnmarshalJSON(data []byte) error {
	type result HTSResult
	whole := struct {
		*result
		Hit          *bool          `json:"hit"`
		InScope      *bool          `json:"in_scope"`
		AdjacentHits *[]AdjacentHit `json:"adjacent_hits"`
	}{result: (*result)(r)}
	if err := json.Unmarshal(data, &whole); err != nil {
		return err
	}
	if whole.Hit == nil || whole.InScope == nil || whole.AdjacentHits == nil || r.Status == "" {
		return errors.New("a result lacks fields")
	}
	r.Hit, r.InScope, r.AdjacentHits = *whole.Hit, *whole.InScope, *whole.AdjacentHits
	return nil
}

// LookupResult has one result for each code, in the order of the codes, including duplicates.
type LookupResult struct {
	Results []HTSResult `json:"results"`
	Meta    Meta        `json:"meta"`
}

// Lookup returns for each HTS code whether it is on the Section 232 derivative list. More than 50 codes are sent in several
// requests. All results come from one version of the list: if it changes meanwhile, all codes are looked up again, once.
// Options: AsOf, Within.
func (h *HTS) Lookup(ctx context.Context, codes []string, options ...CallOption) (*LookupResult, error) {
	ctx, cancel, call := h.api.transport.begin(ctx, options)
	defer cancel()
	path := "tariff/hts/lookup"
	if call.asOf != "" {
		path += "?as_of=" + url.QueryEscape(call.asOf)
	}
	for round := 0; round < 2; round++ {
		parts, err := h.lookupParts(ctx, path, split(codes), call)
		if err != nil {
			return nil, err
		}
		if !ofOneList(parts) {
			continue
		}
		whole := &LookupResult{Meta: joinMeta(parts)}
		for _, part := range parts {
			whole.Results = append(whole.Results, part.Results...)
		}
		return whole, nil
	}
	return nil, responseError(http.Header{}, "the tariff list changed twice during the lookup; look the codes up again", nil)
}

// split always returns at least one part, because the server must refuse an empty lookup.
func split(codes []string) [][]string {
	parts := [][]string{}
	for ; len(codes) > codesMax; codes = codes[codesMax:] {
		parts = append(parts, codes[:codesMax])
	}
	return append(parts, append([]string{}, codes...))
}

func (h *HTS) lookupParts(ctx context.Context, path string, parts [][]string, call callOptions) ([]LookupResult, error) {
	answers := make([]LookupResult, len(parts))
	if len(parts) == 1 {
		return answers, h.lookupPart(ctx, path, parts[0], call, &answers[0])
	}
	partsCtx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		places  = make(chan struct{}, h.api.concurrency)
		group   sync.WaitGroup
		once    sync.Once
		failure error
	)
	for at, codes := range parts {
		places <- struct{}{}
		if partsCtx.Err() != nil {
			break
		}
		group.Add(1)
		go func(at int, codes []string) {
			defer group.Done()
			defer func() { <-places }()
			if err := h.lookupPart(partsCtx, path, codes, call, &answers[at]); err != nil {
				once.Do(func() { failure = err })
				stop() // one part failed, so the others are not needed
			}
		}(at, codes)
	}
	group.Wait()
	if failure == nil && ctx.Err() != nil {
		failure = ended(ctx)
	}
	return answers, failure
}

func (h *HTS) lookupPart(ctx context.Context, path string, codes []string, call callOptions, result *LookupResult) error {
	body := map[string][]string{"codes": codes}
	meta, err := h.api.post(ctx, path, body, nil, call.timeout, result)
	if err != nil {
		return err
	}
	result.Meta = meta
	if !isOf(codes, result.Results) {
		return &Error{kind: ErrResponse, Message: "the results do not match the codes", RequestID: meta.RequestID}
	}
	return nil
}

// isOf is true if there is one result for each code, in order. A shifted answer must never look like "clear".
func isOf(codes []string, results []HTSResult) bool {
	if len(results) != len(codes) {
		return false
	}
	for at, result := range results {
		if result.Code != codes[at] || result.Hit != (result.Status == "hit") {
			return false
		}
	}
	return true
}

func ofOneList(parts []LookupResult) bool {
	first := parts[0].Meta.List
	for _, part := range parts[1:] {
		list := part.Meta.List
		if (list == nil) != (first == nil) || (list != nil && *list != *first) {
			return false
		}
	}
	return true
}
