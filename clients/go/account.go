package portside

import (
	"context"
	"net/http"
)

// AccountResource is what the key of the client is and may do.
type AccountResource struct{ api *api }

// Get is the key, its limits, its requests of 90 days, its resources and its open jobs.
func (r *AccountResource) Get(ctx context.Context, options ...CallOption) (*Account, error) {
	return ask[Account](ctx, r.api, operation{method: http.MethodGet, path: "/api/v2/account"}, options)
}

// Rotate gives the key a successor, which the answer has once. The key works for the overlap that is asked for, then ends. Where the
// operator does not allow it, and for a key that has a successor, it is an Error with status 409. All attempts carry one idempotency key,
// so that a lost answer is asked for again and no second successor is made. This client keeps its old key.
func (r *AccountResource) Rotate(ctx context.Context, asked RotationRequest, options ...CallOption) (*RotatedKey, error) {
	return ask[RotatedKey](ctx, r.api, operation{method: http.MethodPost, path: "/api/v2/account/rotation", body: asked, creates: true}, options)
}
