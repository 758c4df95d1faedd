package portside

import (
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
)

const base62Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

var keyFormat = regexp.MustCompile(`^svc_[0-9A-Za-z]{24}$`)

// checkKey returns the key without surrounding spaces. A key is "svc_", 18 random base62 characters, and 6 that are their
// CRC-32, so a typing mistake is found here instead of by a 401. Its error is ErrKey and never contains the key.
func checkKey(given string) (string, error) {
	key := strings.TrimSpace(given)
	switch {
	case key == "":
		return "", fmt.Errorf("%w: none; use WithAPIKey or set PORTSIDE_API_KEY", ErrKey)
	case !keyFormat.MatchString(key):
		return "", fmt.Errorf(`%w: expected "svc_" and 24 letters or digits`, ErrKey)
	case base62(crc32.ChecksumIEEE([]byte(key[:22]))) != key[22:]:
		return "", fmt.Errorf("%w: a typing mistake, its checksum does not match", ErrKey)
	}
	return key, nil
}

// base62 writes six digits, most significant first.
func base62(value uint32) string {
	var digits [6]byte
	for at := len(digits) - 1; at >= 0; at-- {
		digits[at] = base62Alphabet[value%62]
		value /= 62
	}
	return string(digits[:])
}
