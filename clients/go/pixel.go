package portside

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// Pixel scans storefronts.
type Pixel struct{ api *api }

// Finding is one rule that fired.
type Finding struct {
	RuleID   string `json:"rule_id"`
	Severity string `json:"severity"` // info, warn, error
	Message  string `json:"message"`
}

// ScanReport is what a scan found.
type ScanReport struct {
	Score          int            `json:"score"` // 0 to 100
	Findings       []Finding      `json:"findings"`
	SeverityCounts map[string]int `json:"severity_counts"` // by severity: info, warn, error
	Meta           Meta           `json:"meta"`
}

// UnmarshalJSON refuses an incomplete report: a missing score must not look like 0.
func (r *ScanReport) UnmarshalJSON(data []byte) error {
	type report ScanReport
	whole := struct {
		*report
		Score *int `json:"score"`
	}{report: (*report)(r)}
	if err := json.Unmarshal(data, &whole); err != nil {
		return err
	}
	if whole.Score == nil || r.Findings == nil || r.SeverityCounts == nil {
		return errors.New("a report lacks fields")
	}
	r.Score = *whole.Score
	return nil
}

// Scan finds legacy Meta Pixel, GA4 and GTM code in a storefront page. Options: Deep, Fresh, Within.
func (p *Pixel) Scan(ctx context.Context, address string, options ...CallOption) (*ScanReport, error) {
	ctx, cancel, call := p.api.transport.begin(ctx, options)
	defer cancel()
	path, header := "pixel/scan", http.Header{}
	if call.deep {
		path += "?deep=true"
	}
	if call.fresh {
		header.Set("Cache-Control", "no-cache")
	}
	report := &ScanReport{}
	meta, err := p.api.post(ctx, path, map[string]string{"url": address}, header, call.timeout, report)
	if err != nil {
		return nil, err
	}
	report.Meta = meta
	return report, nil
}
