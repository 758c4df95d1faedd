package portside

import (
	"context"
	"net/http"
	"sync"
)

const codesMax = 50

// Tariff answers questions about customs tariffs.
type Tariff struct {
	HTS *HTS
	// Audits answer every line of a parts list in one job.
	Audits *TariffAudits
	api    *api
}

// Duties works out which duties are owed on 1 to 50 items. An unknown fact never leads to an answer that depends on it.
func (t *Tariff) Duties(ctx context.Context, items []DutyItem, options ...CallOption) (*DutiesResponse, error) {
	answer, err := ask[DutiesResponse](ctx, t.api, operation{
		method: http.MethodPost, path: "/api/v2/tariff/duties", body: DutiesRequest{Items: append([]DutyItem{}, items...)},
	}, options)
	if err == nil && len(answer.Results) != len(items) {
		return nil, responseError(http.Header{}, "the results do not match the items", nil)
	}
	return answer, err
}

// HTS looks up codes of the Harmonized Tariff Schedule.
type HTS struct{ api *api }

// LookupResult has one result for each code, in the order of the codes, including duplicates.
type LookupResult struct {
	Results []HTSResult `json:"results"`
	Meta    Meta        `json:"meta"`
}

// Lookup returns for each HTS code whether it is on the Section 232 derivative list. More than 50 codes are sent in several
// requests. All results come from one version of the list: if it changes meanwhile, all codes are looked up again, once.
// Options: AsOf, Within.
func (h *HTS) Lookup(ctx context.Context, codes []string, options ...CallOption) (*LookupResult, error) {
	ctx, cancel, how, err := h.api.begin(ctx, operation{}, options)
	if err != nil {
		return nil, err
	}
	defer cancel()
	for round := 0; round < 2; round++ {
		parts, err := h.lookupParts(ctx, split(codes), how)
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

func (h *HTS) lookupParts(ctx context.Context, parts [][]string, how *call) ([]LookupResult, error) {
	answers := make([]LookupResult, len(parts))
	if len(parts) == 1 {
		return answers, h.lookupPart(ctx, parts[0], how, &answers[0])
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
			if err := h.lookupPart(partsCtx, codes, how, &answers[at]); err != nil {
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

func (h *HTS) lookupPart(ctx context.Context, codes []string, how *call, result *LookupResult) error {
	said := lookupResponse{}
	got, err := h.api.send(ctx, operation{
		method: http.MethodPost, path: "/api/v1/tariff/hts/lookup", query: lookupQuery{AsOf: how.asOf}.values(), body: lookupRequest{Codes: codes},
	}, how, &said)
	if err != nil {
		return err
	}
	result.Results, result.Meta = said.Results, readMeta(got.header)
	if !isOf(codes, result.Results) {
		return responseError(got.header, "the results do not match the codes", nil)
	}
	return nil
}

// isOf is true if there is one result for each code, in order. A shifted answer must never look like "clear".
func isOf(codes []string, results []HTSResult) bool {
	if len(results) != len(codes) {
		return false
	}
	for at, result := range results {
		if result.Code != codes[at] || result.Hit != (result.Status == LookupStatusHit) {
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
