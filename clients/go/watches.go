package portside

import (
	"context"
	"net/http"
)

// Watches tell when the duties of numbers or the code of storefronts change.
type Watches struct{ api *api }

// Events are what watches told.
type Events struct{ api *api }

const watchPath = "/api/v2/watches/{id}"

// Create makes a watch: of codes, of a finished tariff audit, or of storefronts. If it has a webhook, WebhookSecret is shown only here.
func (w *Watches) Create(ctx context.Context, asked WatchRequest, options ...CallOption) (*NewWatch, error) {
	return ask[NewWatch](ctx, w.api, operation{method: http.MethodPost, path: "/api/v2/watches", body: asked, creates: true}, options)
}

// List goes through all watches.
func (w *Watches) List(ctx context.Context, query WatchQuery, options ...CallOption) *Iterator[WatchSummary] {
	return iterate(query.Cursor, func(cursor string) (page[WatchSummary], error) {
		query.Cursor = cursor
		found, err := w.Page(ctx, query, options...)
		if err != nil {
			return page[WatchSummary]{}, err
		}
		return page[WatchSummary]{values: found.Watches, next: found.NextCursor}, nil
	})
}

// Page is one page of the list.
func (w *Watches) Page(ctx context.Context, query WatchQuery, options ...CallOption) (*WatchList, error) {
	return ask[WatchList](ctx, w.api, operation{method: http.MethodGet, path: "/api/v2/watches", query: query.values()}, options)
}

// Get is a watch with what it watches and when it looked last.
func (w *Watches) Get(ctx context.Context, id string, options ...CallOption) (*Watch, error) {
	return askOf[Watch](ctx, w.api, id, operation{method: http.MethodGet, path: watchPath}, options)
}

// Update renames, pauses or continues a watch, or gives it another webhook: SetTo(WebhookAddress{…}), SetToNull.
func (w *Watches) Update(ctx context.Context, id string, asked WatchEdit, options ...CallOption) (*NewWatch, error) {
	return askOf[NewWatch](ctx, w.api, id, operation{method: http.MethodPatch, path: watchPath, body: asked}, options)
}

// Delete removes a watch and its events.
func (w *Watches) Delete(ctx context.Context, id string, options ...CallOption) error {
	path, err := pathOf(watchPath, id)
	if err != nil {
		return err
	}
	_, err = w.api.do(ctx, operation{method: http.MethodDelete, path: path}, options, nil)
	return err
}

// Events goes through the events of one watch, oldest first.
func (w *Watches) Events(ctx context.Context, id string, query EventQuery, options ...CallOption) *Iterator[WatchEvent] {
	return iterateEvents(query, func(query EventQuery) (*EventList, error) { return w.EventPage(ctx, id, query, options...) })
}

// EventPage is one page of the events of one watch.
func (w *Watches) EventPage(ctx context.Context, id string, query EventQuery, options ...CallOption) (*EventList, error) {
	return askOf[EventList](ctx, w.api, id, operation{method: http.MethodGet, path: watchPath + "/events", query: query.values()}, options)
}

// Test makes an event of type watch.test, and sends it if the watch has a webhook.
func (w *Watches) Test(ctx context.Context, id string, options ...CallOption) (*WatchEvent, error) {
	return askOf[WatchEvent](ctx, w.api, id, operation{method: http.MethodPost, path: watchPath + "/tests", creates: true}, options)
}

// RotateSecret makes a new secret of the webhook. For a day events have a signature of the old one too.
func (w *Watches) RotateSecret(ctx context.Context, id string, options ...CallOption) (*WatchSecret, error) {
	return askOf[WatchSecret](ctx, w.api, id, operation{method: http.MethodPost, path: watchPath + "/secrets", creates: true}, options)
}

// List goes through the events of all watches, oldest first, and ends at the newest. Keep Cursor of the iterator, and begin there the next
// time.
func (e *Events) List(ctx context.Context, query EventQuery, options ...CallOption) *Iterator[WatchEvent] {
	return iterateEvents(query, func(query EventQuery) (*EventList, error) { return e.Page(ctx, query, options...) })
}

// Page is one page of the events of all watches.
func (e *Events) Page(ctx context.Context, query EventQuery, options ...CallOption) (*EventList, error) {
	return ask[EventList](ctx, e.api, operation{method: http.MethodGet, path: "/api/v2/events", query: query.values()}, options)
}

// Redeliver sends an event to its webhook again. After a lost answer it may be sent once more: events arrive at least once.
func (e *Events) Redeliver(ctx context.Context, id string, options ...CallOption) (*WatchEvent, error) {
	return askOf[WatchEvent](ctx, e.api, id, operation{method: http.MethodPost, path: "/api/v2/events/{id}/redelivery"}, options)
}

func iterateEvents(query EventQuery, read func(EventQuery) (*EventList, error)) *Iterator[WatchEvent] {
	return iterate(query.Cursor, func(cursor string) (page[WatchEvent], error) {
		query.Cursor = cursor
		found, err := read(query)
		if err != nil {
			return page[WatchEvent]{}, err
		}
		return page[WatchEvent]{values: found.Events, next: &found.NextCursor, isLast: !found.HasMore}, nil
	})
}
