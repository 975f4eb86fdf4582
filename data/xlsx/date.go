package xlsx

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const dayMillis = 86_400_000

// dateOf turns a serial number of days into milliseconds since 1970-01-01. It is false outside Excel's calendar, which goes from
// 1900 (or 1904) to 9999. Day 60 of that calendar is 29 February 1900, which never was, so days before it count one too few.
func (w *workbook) dateOf(serial float64) (int64, bool) {
	if w.date904 {
		serial += 1462
	}
	switch {
	case !(serial >= 0 && serial < 2_958_466):
		return 0, false
	case serial < 60:
		serial++
	}
	return int64(math.Round(serial*dayMillis)) - 25_569*dayMillis, true
}

// isoTime reads the dates that strict workbooks write as text, as milliseconds since 1970.
func isoTime(s string) (int64, bool) {
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli(), true
		}
	}
	return 0, false
}

// clock writes a number of days as hours, minutes and seconds, with milliseconds where there are some.
func clock(days float64) string {
	ms := int64(math.Round(days * dayMillis))
	s := ms / 1000
	text := fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
	if ms %= 1000; ms != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return text
}
