//go:build go1.23

package portside

import "iter"

// All goes through all values: for value, err := range list.All() { … }. After an error there is nothing more.
func (i *Iterator[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for i.Next() {
			if !yield(i.Value(), nil) {
				return
			}
		}
		if i.err != nil {
			var none T
			yield(none, i.err)
		}
	}
}
