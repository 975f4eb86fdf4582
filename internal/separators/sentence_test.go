package separators

import (
	"errors"
	"io"
	"testing"
)

// TestSentences writes whole numbers of sentences with the signs of a language. Other verbs write them as ever.
func TestSentences(t *testing.T) {
	defer Use(Plain)
	for _, c := range []struct{ got, want string }{
		{Sprintf("%d rows, the first is row %d", 16384, int64(1_000_000)), "16,384 rows, the first is row 1,000,000"},
		{Sprintf("%d, %d, %d and %[1]d", 999, int32(-1000), uint32(4_294_967_295)),
			"999, -1,000, 4,294,967,295 and 999"},
		{Sprintf("%05d %x %v %q %s %.1f %d", 1234, 4096, 1234, "a", "b", 1234.5, 'x'),
			`01234 1000 1234 "a" b 1234.5 120`},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	Use(Separators{Thousands: ".", Decimal: ","})
	if err := Errorf("%d rows: %w", 16384, io.EOF); err.Error() != "16.384 rows: EOF" || !errors.Is(err, io.EOF) {
		t.Errorf("%v", err)
	}
}
