package xlsx

import "time"

// parseISOTime converts a date to milliseconds since 1970. Strict workbooks store dates as such texts.
func parseISOTime(s string) (int64, bool) {
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Round(time.Millisecond).UnixMilli(), true
		}
	}
	return 0, false
}
