package parquet

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

// TestFramesOfLZ4 reads pages as each writer framed them, and refuses every page that is cut off, too long or
// too short.
func TestFramesOfLZ4(t *testing.T) {
	raw, err := compress.GetCodec(compress.Codecs.Lz4Raw)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	want := make([]byte, 3000)
	for i := range want {
		want[i] = byte('a' + rnd.IntN(3))
	}
	size := func(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
	block := func(from, to int) []byte { return raw.Encode(nil, want[from:to]) }
	framed := func(from, to int) []byte {
		b := block(from, to)
		return append(size(len(b)), b...)
	}
	for name, parts := range map[string][][]byte{
		"a bare block":             {block(0, 3000)},
		"a frame":                  {size(3000), framed(0, 3000)},
		"a frame of two blocks":    {size(3000), framed(0, 1234), framed(1234, 3000)},
		"two frames":               {size(2000), framed(0, 2000), size(1000), framed(2000, 3000)},
		"an empty frame among two": {size(1), framed(0, 1), size(0), size(2999), framed(1, 3000)},
	} {
		src := bytes.Join(parts, nil)
		got := make([]byte, len(want))
		if err := decompress(compress.Codecs.Lz4, got, src); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v", name, err)
		}
		for n := range src {
			if err := decompress(compress.Codecs.Lz4, got, src[:n]); err == nil && !bytes.Equal(got, want) {
				t.Errorf("%s: its first %d of %d bytes were read as other values", name, n, len(src))
			}
		}
		for _, n := range []int{0, 1, len(want) - 1, len(want) + 1} {
			if err := decompress(compress.Codecs.Lz4, make([]byte, n), src); err == nil {
				t.Errorf("%s was read as %d bytes", name, n)
			}
		}
	}
}

// TestNothingOfLZ4 reads the dictionary of a column of nulls.
func TestNothingOfLZ4(t *testing.T) {
	for name, src := range map[string][]byte{"no frame": {}, "a frame": {0, 0, 0, 0}, "a frame with a block": {0, 0, 0,
		0, 0, 0, 0, 1, 0}} {
		if err := decompress(compress.Codecs.Lz4, nil, src); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFilesOfLZ4 compares the files of three writers with each other.
func TestFilesOfLZ4(t *testing.T) {
	want, err := shown(testFile(t, "parquet-testing/data/lz4_raw_compressed.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"hadoop_lz4_compressed", "non_hadoop_lz4_compressed"} {
		if got, err := shown(testFile(t, "parquet-testing/data/"+name+".parquet")); err != nil || got != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}
