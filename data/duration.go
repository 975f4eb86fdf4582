package data

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"cardinal/internal/lazyregexp"
)

var duration = lazyregexp.New(`^([-−])?(\d{1,12}):([0-5]\d)(?::([0-5]\d(?:[.,]\d{1,9})?))?$`)

// ParseDuration returns the number of days of a duration in hours, minutes and perhaps seconds: 36:15, -0:59:59.5.
func ParseDuration(text string) (days *big.Rat, ok bool) {
	m := duration().FindStringSubmatch(strings.TrimSpace(text))
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

// FormatDuration writes a number of days as hours, minutes and seconds: 36:15:00. The seconds get `fraction` digits
// after the point. ok is false if a float cannot count the duration exactly in units of the last digit.
func FormatDuration(days float64, fraction int) (text string, ok bool) {
	unit := math.Pow10(fraction)
	seconds := math.Round(math.Abs(days) * 86400 * unit)
	if !(seconds < 1<<53) {
		return "", false
	}
	whole, rest := int64(seconds)/int64(unit), int64(seconds)%int64(unit)
	text = fmt.Sprintf("%d:%02d:%02d", whole/3600, whole/60%60, whole%60)
	if fraction > 0 {
		text += fmt.Sprintf(".%0*d", fraction, rest)
	}
	if days < 0 && seconds > 0 {
		text = "-" + text
	}
	return text, true
}
