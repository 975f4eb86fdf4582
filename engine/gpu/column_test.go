package gpu

import "testing"

func TestCodesAreNotCopied(t *testing.T) {
	codes := make([]uint8, 101)
	raw, err := columnSource(NewColumn("codes", func() []uint8 { return codes }), len(codes)).Load()
	if err != nil || len(raw) != len(codes) || &raw[0] != &codes[0] {
		t.Errorf("%d bytes elsewhere, %v", len(raw), err)
	}
}
