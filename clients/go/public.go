package portside

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Public has the operations that need no key. They are limited by the address of the caller: 120 reads and 6 scans a minute.
type Public struct{ api *api }

// Explain is everything about one code: the listings that cover it, the note and its source, what is announced. Options: AsOf.
func (p *Public) Explain(ctx context.Context, code string, options ...CallOption) (*Explanation, error) {
	path, how, err := p.codePath("/api/v0/tariff/hts/{code}", code, options)
	if err != nil {
		return nil, err
	}
	return ask[Explanation](ctx, p.api, operation{method: http.MethodGet, path: path, query: explainQuery{AsOf: how.asOf}.values()}, options)
}

// Duties works out the duties on one code.
func (p *Public) Duties(ctx context.Context, code string, query DutyQuery, options ...CallOption) (*DutyAnswer, error) {
	path, _, err := p.codePath("/api/v0/tariff/hts/{code}/duties", code, options)
	if err != nil {
		return nil, err
	}
	return ask[DutyAnswer](ctx, p.api, operation{method: http.MethodGet, path: path, query: query.values()}, options)
}

// History is what applied to one code over time: periods from the first day that the lists cover, and what is announced.
func (p *Public) History(ctx context.Context, code string, options ...CallOption) (*TariffHistory, error) {
	path, _, err := p.codePath("/api/v0/tariff/hts/{code}/history", code, options)
	if err != nil {
		return nil, err
	}
	return ask[TariffHistory](ctx, p.api, operation{method: http.MethodGet, path: path}, options)
}

// Chapters are the chapters of the tariff schedule, marked by what is listed in them.
func (p *Public) Chapters(ctx context.Context, query ScheduleQuery, options ...CallOption) (*SchedulePage, error) {
	return ask[SchedulePage](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/tariff/schedule", query: query.values()}, options)
}

// Schedule is one number of the tariff schedule of 2 to 10 digits, and what is under it.
func (p *Public) Schedule(ctx context.Context, code string, query ScheduleQuery, options ...CallOption) (*SchedulePage, error) {
	path, _, err := p.codePath("/api/v0/tariff/schedule/{code}", code, options)
	if err != nil {
		return nil, err
	}
	return ask[SchedulePage](ctx, p.api, operation{method: http.MethodGet, path: path, query: query.values()}, options)
}

func (p *Public) codePath(path, code string, options []CallOption) (string, *call, error) {
	if code == "" || code == "." || code == ".." {
		return "", nil, optionError("the code is empty")
	}
	how := &call{header: http.Header{}}
	for _, option := range options {
		if option != nil {
			option(how)
		}
	}
	return strings.Replace(path, "{code}", url.PathEscape(code), 1), how, nil
}

// Search finds numbers by words of the tariff schedule. limit is 1 to 50; 0 means 10.
func (p *Public) Search(ctx context.Context, words string, limit int, options ...CallOption) (*ScheduleMatches, error) {
	query := url.Values{"q": {words}}
	if limit != 0 {
		addQuery(query, "limit", limit)
	}
	return ask[ScheduleMatches](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/tariff/search", query: query}, options)
}

// Lists are the tariff lists in use.
func (p *Public) Lists(ctx context.Context, options ...CallOption) (*TariffLists, error) {
	return ask[TariffLists](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/tariff/lists"}, options)
}

// List is a whole tariff list.
func (p *Public) List(ctx context.Context, listID string, options ...CallOption) (*TariffListFile, error) {
	return askOf[TariffListFile](ctx, p.api, listID, operation{method: http.MethodGet, path: "/api/v0/tariff/lists/{id}.json"}, options)
}

// ListCSV is a whole tariff list as CSV.
func (p *Public) ListCSV(ctx context.Context, listID string, options ...CallOption) ([]byte, error) {
	path, err := pathOf("/api/v0/tariff/lists/{id}.csv", listID)
	if err != nil {
		return nil, err
	}
	got, err := p.api.do(ctx, operation{method: http.MethodGet, path: path, accept: "text/csv"}, options, nil)
	return got.body, err
}

// Changes are what changed between two days, YYYY-MM-DD. An empty to means today.
func (p *Public) Changes(ctx context.Context, from, to string, options ...CallOption) (*TariffChanges, error) {
	query := changesQuery{From: from, To: to}.values()
	return ask[TariffChanges](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/tariff/changes", query: query}, options)
}

// PixelRules are the rules by which storefronts are judged.
func (p *Public) PixelRules(ctx context.Context, options ...CallOption) (*PixelRules, error) {
	return ask[PixelRules](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/pixel/rules"}, options)
}

// Scan scans one storefront page. A scan is not sent again after our own timeout.
func (p *Public) Scan(ctx context.Context, address string, options ...CallOption) (*PublicPixelReport, error) {
	return ask[PublicPixelReport](ctx, p.api, operation{
		method: http.MethodPost, path: "/api/v0/pixel/scan", body: publicScanRequest{URL: address}, scans: true,
	}, options)
}

// Citations finds the safety rules that a certificate may cite. Empty words mean all.
func (p *Public) Citations(ctx context.Context, words string, options ...CallOption) (*Citations, error) {
	query := citationQuery{Q: words}.values()
	return ask[Citations](ctx, p.api, operation{method: http.MethodGet, path: "/api/v0/entry/citations", query: query}, options)
}

// Verify tells whether a certificate is of this server, and whether it was revoked. The error is ErrNotFound if it is not.
func (p *Public) Verify(ctx context.Context, gccID string, options ...CallOption) (*Verification, error) {
	return askOf[Verification](ctx, p.api, gccID, operation{method: http.MethodGet, path: "/verify/{id}"}, options)
}
