package portside

import (
	"context"
	"net/http"
)

// Parties are certifiers, manufacturers, laboratories and keepers of records that are kept for later certificates. Each has a key of
// your own, which is its key in the registry too.
type Parties struct{ api *api }

const (
	partiesPath = "/api/v2/entry/parties"
	partyPath   = partiesPath + "/{alternate_id}"
)

// List goes through all parties that match, newest first.
func (p *Parties) List(ctx context.Context, query PartyQuery, options ...CallOption) *Iterator[Party] {
	return iterate(query.Cursor, func(cursor string) (page[Party], error) {
		query.Cursor = cursor
		found, err := p.Page(ctx, query, options...)
		if err != nil {
			return page[Party]{}, err
		}
		return page[Party]{values: found.Parties, next: found.NextCursor}, nil
	})
}

// Page is one page of the list.
func (p *Parties) Page(ctx context.Context, query PartyQuery, options ...CallOption) (*PartyList, error) {
	return ask[PartyList](ctx, p.api, operation{method: http.MethodGet, path: partiesPath, query: query.values()}, options)
}

// Get is one party.
func (p *Parties) Get(ctx context.Context, alternateID string, options ...CallOption) (*Party, error) {
	return askOf[Party](ctx, p.api, alternateID, operation{method: http.MethodGet, path: partyPath}, options)
}

// Put adds a party, or replaces all that is kept of it.
func (p *Parties) Put(ctx context.Context, alternateID string, party PartyRequest, options ...CallOption) (*Party, error) {
	return askOf[Party](ctx, p.api, alternateID, operation{method: http.MethodPut, path: partyPath, body: party}, options)
}

// Delete removes a party. Certificates that state it stay as they are.
func (p *Parties) Delete(ctx context.Context, alternateID string, options ...CallOption) error {
	path, err := pathOf(partyPath, alternateID)
	if err != nil {
		return err
	}
	_, err = p.api.do(ctx, operation{method: http.MethodDelete, path: path}, options, nil)
	return err
}
