package portside

// Iterator goes through all values of a list and asks for the next page when it needs it.
//
//	for list.Next() {
//		fmt.Println(list.Value())
//	}
//	err := list.Err()
//
// From Go 1.23 All does the same with range. One goroutine at a time may use it.
type Iterator[T any] struct {
	read   func(cursor string) (page[T], error)
	values []T
	at     int
	// cursor is where the page in hand begins, and next where the one after it does.
	cursor string
	next   *string
	isLast bool
	err    error
}

type page[T any] struct {
	values []T
	next   *string // nil after the last page
	isLast bool    // also if there is a cursor to begin at the next time
}

func iterate[T any](cursor string, read func(cursor string) (page[T], error)) *Iterator[T] {
	return &Iterator[T]{read: read, cursor: cursor, next: &cursor, at: -1}
}

// Next goes to the next value. It is false after the last one, and after an error.
func (i *Iterator[T]) Next() bool {
	if i.err != nil {
		return false
	}
	i.at++
	for i.at >= len(i.values) {
		if i.isLast || i.next == nil {
			return false
		}
		cursor := *i.next
		read, err := i.read(cursor)
		if err == nil && !read.isLast && read.next != nil && *read.next == cursor {
			err = &Error{kind: ErrResponse, Message: "the list does not go on: the next page is the same page"}
		}
		if err != nil {
			i.err, i.values = err, nil
			return false
		}
		i.cursor, i.next, i.values, i.isLast, i.at = cursor, read.next, read.values, read.isLast, 0
	}
	return true
}

// Value is the value that Next went to.
func (i *Iterator[T]) Value() T {
	if i.at < 0 || i.at >= len(i.values) {
		var none T
		return none
	}
	return i.values[i.at]
}

// Err is why the iterator ended early, or nil.
func (i *Iterator[T]) Err() error { return i.err }

// Cursor is where to begin the next time without missing a value: the page after this one once all its values were taken, else this page,
// whose first values then come again.
func (i *Iterator[T]) Cursor() string {
	if i.at >= len(i.values)-1 && i.err == nil && i.next != nil {
		return *i.next
	}
	return i.cursor
}
