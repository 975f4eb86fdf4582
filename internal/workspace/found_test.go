package workspace

import (
	"strings"
	"testing"
)

// TestFoundIsNamed says in words what stands in a wrong place.
func TestFoundIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"cardinal":1,"source":{"path":"a.csv"},"active":1,"tabs":[{"name":"A","folded":{"rows_of":["region"]}}]}`: "takes a text in quotes, not a list",
		`{"cardinal":1,"source":{"path":"a.csv"},"active":1,"tabs":[{"name":{}}]}`:                                  "takes a text in quotes, not an object",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
