package portside

import (
	"context"
	"net/http"
)

// Pixel scans storefronts.
type Pixel struct {
	// Audits scan many storefronts in one job.
	Audits *PixelAudits
	api    *api
}

// Scan finds legacy Meta Pixel, GA4 and GTM code in a storefront page. A scan is not sent again after our own timeout, because the server
// may still be at it. Options: Deep, Fresh, and those of every call.
func (p *Pixel) Scan(ctx context.Context, address string, options ...CallOption) (*ScanReport, error) {
	ctx, cancel, how, err := p.api.begin(ctx, operation{scans: true}, options)
	if err != nil {
		return nil, err
	}
	defer cancel()
	asked := operation{
		method: http.MethodPost, path: "/api/v1/pixel/scan", body: scanRequest{URL: address}, scans: true, header: freshHeader(how),
	}
	if how.deep {
		asked.query = scanQuery{Deep: flagTrue}.values()
	}
	report := &ScanReport{}
	got, err := p.api.send(ctx, asked, how, report)
	if err != nil {
		return nil, err
	}
	report.Meta = readMeta(got.header)
	return report, nil
}

// Report is a scan with places, causes, evidence, the graph of who sends what, and what was not looked at. Options: Fresh, and those of
// every call.
func (p *Pixel) Report(ctx context.Context, asked PixelScanRequest, options ...CallOption) (*PixelReport, error) {
	ctx, cancel, how, err := p.api.begin(ctx, operation{scans: true}, options)
	if err != nil {
		return nil, err
	}
	defer cancel()
	report := &PixelReport{}
	_, err = p.api.send(ctx, operation{
		method: http.MethodPost, path: "/api/v2/pixel/scans", body: asked, scans: true, header: freshHeader(how),
	}, how, report)
	if err != nil {
		return nil, err
	}
	return report, nil
}

func freshHeader(how *call) http.Header {
	header := http.Header{}
	if how.fresh {
		header.Set("Cache-Control", "no-cache")
	}
	return header
}
