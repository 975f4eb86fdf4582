package data

import (
	"math/big"
	"regexp"
	"strings"
)

var duration = regexp.MustCompile(`^([-−])?(\d{1,12}):([0-5]\d)(?::([0-5]\d(?:[.,]\d{1,9})?))?$`)

// ParseDuration reads hours, minutes and seconds, as durations are written, as a number of days: 36:15, -0:59:59.5.
func ParseDuration(text string) (days *big.Rat, ok bool) {
	m := duration.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return nil, false
	}
	days = new(big.Rat)
	for _, part := range []struct {
		text string
		of   int64 // parts in a day
	}{{m[2], 24}, {m[3], 24 * 60}, {m[4], 24 * 60 * 60}} {
		if n, ok := new(big.Rat).SetString(strings.Replace(part.text, ",", ".", 1)); ok {
			days.Add(days, n.Quo(n, new(big.Rat).SetInt64(part.of)))
		}
	}
	if m[1] != "" {
		days.Neg(days)
	}
	return days, true
}
