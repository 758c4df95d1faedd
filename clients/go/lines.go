package portside

import (
	"context"
	"net/http"
)

// LinePage is one page of the lines of an audit that are done, also while it runs. Another order than that of the table is an Error with
// status 409 until the audit is finished.
func (t *TariffAudits) LinePage(ctx context.Context, id string, query TariffLinesQuery, options ...CallOption) (*TariffLines, error) {
	return askOf[TariffLines](ctx, t.api, id, operation{method: http.MethodGet, path: t.path + "/{id}/lines", query: query.values()}, options)
}

// Lines goes through the lines of an audit that are done.
func (t *TariffAudits) Lines(ctx context.Context, id string, query TariffLinesQuery, options ...CallOption) *Iterator[map[string]any] {
	return iterate(query.Cursor, func(cursor string) (page[map[string]any], error) {
		query.Cursor = cursor
		found, err := t.LinePage(ctx, id, query, options...)
		if err != nil {
			return page[map[string]any]{}, err
		}
		return page[map[string]any]{values: found.Lines, next: found.NextCursor}, nil
	})
}

// Headings counts the lines of an audit by chapter 99 heading.
func (t *TariffAudits) Headings(ctx context.Context, id string, options ...CallOption) (*TariffHeadings, error) {
	return askOf[TariffHeadings](ctx, t.api, id, operation{method: http.MethodGet, path: t.path + "/{id}/headings"}, options)
}

// LinePage is one page of the stores of an audit that are done, also while it runs.
func (p *PixelAudits) LinePage(ctx context.Context, id string, query StoreLinesQuery, options ...CallOption) (*StoreLines, error) {
	return askOf[StoreLines](ctx, p.api, id, operation{method: http.MethodGet, path: p.path + "/{id}/lines", query: query.values()}, options)
}

// Lines goes through the stores of an audit that are done.
func (p *PixelAudits) Lines(ctx context.Context, id string, query StoreLinesQuery, options ...CallOption) *Iterator[StoreLine] {
	return iterate(query.Cursor, func(cursor string) (page[StoreLine], error) {
		query.Cursor = cursor
		found, err := p.LinePage(ctx, id, query, options...)
		if err != nil {
			return page[StoreLine]{}, err
		}
		return page[StoreLine]{values: found.Lines, next: found.NextCursor}, nil
	})
}

// LinePage is one page of the lines of a batch that are done, also while it runs.
func (e *EntryBatches) LinePage(ctx context.Context, id string, query BatchLinesQuery, options ...CallOption) (*BatchLines, error) {
	return askOf[BatchLines](ctx, e.api, id, operation{method: http.MethodGet, path: e.path + "/{id}/lines", query: query.values()}, options)
}

// Lines goes through the lines of a batch that are done.
func (e *EntryBatches) Lines(ctx context.Context, id string, query BatchLinesQuery, options ...CallOption) *Iterator[BatchLine] {
	return iterate(query.Cursor, func(cursor string) (page[BatchLine], error) {
		query.Cursor = cursor
		found, err := e.LinePage(ctx, id, query, options...)
		if err != nil {
			return page[BatchLine]{}, err
		}
		return page[BatchLine]{values: found.Lines, next: found.NextCursor}, nil
	})
}
