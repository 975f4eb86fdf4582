package clickhouse

import (
	"errors"
	"fmt"
	"testing"

	"cardinal/data/remote"
)

// TestBeyond tells the limits of a server from its other refusals.
func TestBeyond(t *testing.T) {
	s := &Server{}
	for code, want := range map[int]bool{241: true, 158: true, 396: true, 60: false, 394: false, 497: false} {
		err := fmt.Errorf("in the middle: %w", s.refusal("500", fmt.Sprintf("Code: %d. DB::Exception: no", code)))
		if errors.Is(err, remote.ErrBeyond) != want {
			t.Errorf("%d: %v", code, err)
		}
	}
}
