package inflate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"testing"
)

func TestBytes(t *testing.T) {
	for name, text := range texts() {
		z := slices.Concat(zipped(t, text, gzip.Header{}), zipped(t, text, gzip.Header{}))
		whole := slices.Concat(text, text)
		got := make([]byte, len(whole))
		if err := Gzip(got, z); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%s: %v", name, err)
		}
		if err := Gzip(make([]byte, len(whole)+1), z); !errors.Is(err, errSize) {
			t.Errorf("%s, one byte less than declared: %v", name, err)
		}
		if len(whole) > 0 {
			if err := Gzip(got[1:], z); !errors.Is(err, errSize) {
				t.Errorf("%s, one byte more than declared: %v", name, err)
			}
		}
		if err := Gzip(got, z[:len(z)-1]); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s, cut off: %v", name, err)
		}
		z[len(z)-8] ^= 1
		if err := Gzip(got, z); !errors.Is(err, gzip.ErrChecksum) {
			t.Errorf("%s, wrong sum: %v", name, err)
		}
	}
	if err := Gzip(nil, nil); !errors.Is(err, errSize) {
		t.Errorf("nothing: %v", err)
	}
}
