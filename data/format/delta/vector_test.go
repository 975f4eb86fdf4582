package delta

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardinal/data"
)

// vectorOfProtocol is the text of a deletion vector in the protocol's document, and its rows.
const vectorOfProtocol = "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L"

// vectorFile is the file of a deletion vector that the document names in base 85.
const vectorFile = "ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin"

var rowsOfProtocol = []int{3, 4, 7, 11, 18, 29}

func marked(b data.Bitmap) (out []int) {
	for i := range 30 {
		if b.Get(i) {
			out = append(out, i)
		}
	}
	return out
}

// TestVectorOfProtocol reads the examples of the protocol's document: in the log, and in a file that is named there.
func TestVectorOfProtocol(t *testing.T) {
	s := &Snapshot{}
	got, err := s.Deleted(File{deleted: &vector{"i", vectorOfProtocol, nil, 44, 6}}, 30)
	if err != nil || !slices.Equal(marked(got), rowsOfProtocol) {
		t.Error(marked(got), err)
	}
	b, err := decodeZ85(vectorOfProtocol)
	if err != nil {
		t.Fatal(err)
	}
	file := append([]byte{1, 0, 0, 0}, binary.BigEndian.AppendUint32(nil, 44)...)
	file = binary.BigEndian.AppendUint32(append(file, b...), crc32.ChecksumIEEE(b))
	at := int64(4)
	for _, v := range []vector{{"u", "ab^-aqEH.-t@S}K{vb[*k^", &at, 44, 6}, {"p", "file:///lakes/a%20b/" + vectorFile,
		&at, 44, 6},
		{"p", "/lakes/a%20b/" + vectorFile, &at, 44, 6}} {
		s := &Snapshot{table: fstest.MapFS{vectorFile: {Data: file}}, root: "/lakes/a b"}
		got, err := s.Deleted(File{deleted: &v}, 30)
		if err != nil || !slices.Equal(marked(got), rowsOfProtocol) {
			t.Error(v, marked(got), err)
		}
	}
	for want, v := range map[string]vector{
		"marks row 30 of the 29 rows":        {"i", vectorOfProtocol, nil, 44, 6},
		"rows is 6, and the log says 7":      {"i", vectorOfProtocol, nil, 44, 7},
		"not those of a bitmap":              {"i", vectorOfProtocol[5:] + "00000", nil, 44, 6},
		"unexpected EOF":                     {"i", vectorOfProtocol, nil, 45, 6},
		"not in base 85":                     {"i", vectorOfProtocol[1:], nil, 44, 6},
		"its size or place is none":          {"i", vectorOfProtocol, nil, -1, 6},
		"stored in an unknown way, \"x\"":    {"x", vectorOfProtocol, nil, 44, 6},
		"file does not exist":                {"u", "ac^-aqEH.-t@S}K{vb[*k^", &at, 44, 6},
		"does not have it where the log say": {"u", "ab^-aqEH.-t@S}K{vb[*k^", nil, 44, 6},
		"outside of its folder":              {"p", "s3://lake/" + vectorFile, &at, 44, 6},
		"checksum":                           {"u", "bb^-aqEH.-t@S}K{vb[*k^", &at, 44, 6},
	} {
		rows := 30
		if strings.Contains(want, "29") {
			rows = 29
		}
		wrong := slices.Clone(file)
		wrong[20] ^= 1
		s := &Snapshot{table: fstest.MapFS{vectorFile: {Data: file}, "b" + vectorFile[1:]: {Data: wrong}},
			root: "/lakes/a b"}
		if _, err := s.Deleted(File{deleted: &v}, rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestMutatedVectors changes bytes of a deletion vector: it is an error or marks some rows, and never more.
func TestMutatedVectors(t *testing.T) {
	b, err := decodeZ85(vectorOfProtocol)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		m := slices.Clone(b)
		for range 1 + r.IntN(4) {
			m[r.IntN(len(m))] = byte(r.Uint32() >> r.IntN(9))
		}
		rows := data.NewBitmap(100)
		_ = decodeRows(m[:r.IntN(len(m)+1)], rows, 100)
	}
}
