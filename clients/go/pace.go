package portside

import (
	"errors"
	"time"
)

// spent is how long to wait until a limit has something left, or 0.
func spent(window RateWindow) time.Duration {
	if window.ResetSeconds == nil || window.Remaining > 0 {
		return 0
	}
	return time.Duration(*window.ResetSeconds)*time.Second + time.Second
}

// limitOf is how long to wait after a refusal by the limit of the minute; nil for every other error. A refusal that says that waiting does
// not help soon, such as that of the day, is not one.
func limitOf(err error) *time.Duration {
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, ErrLimit) || !failure.Retryable || failure.RetryAfter == nil ||
		*failure.RetryAfter > 2*time.Minute {
		return nil
	}
	return failure.RetryAfter
}
