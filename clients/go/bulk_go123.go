//go:build go1.23

package portside

import (
	"context"
	"iter"
)

// LookupSeq is LookupAll for codes that come from an iterator.
func (h *HTS) LookupSeq(ctx context.Context, codes iter.Seq[string], options ...CallOption) *Lookups {
	next, stop := iter.Pull(codes)
	lookups := h.LookupAllFrom(ctx, next, options...)
	cancel := lookups.cancel
	lookups.cancel = func() { stop(); cancel() }
	return lookups
}

// All goes through all results: for result, err := range lookups.All() { … }. After an error there is nothing more.
func (l *Lookups) All() iter.Seq2[HTSResult, error] {
	return func(yield func(HTSResult, error) bool) {
		for l.Next() {
			if !yield(l.Value(), nil) {
				l.cancel()
				return
			}
		}
		if l.err != nil {
			yield(HTSResult{}, l.err)
		}
	}
}
