package intern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestCollisions looks up texts that all have one hash. Each text has a code of its own.
func TestCollisions(t *testing.T) {
	const hash, n = 7, 100
	var table Table
	texts, hashes, codes := make([]string, 2*n), make([]uint32, 2*n), make([]uint32, 2*n)
	for i := range texts {
		texts[i], hashes[i], codes[i] = fmt.Sprintf("one of many texts, number %d", i), hash, 99
	}
	table.find(codes, hashes, texts)
	for i := range n {
		if code := table.hashedCode(bytesOf(texts[i]), hash); code != uint32(i) {
			t.Fatalf("text %d has the code %d", i, code)
		}
	}
	table.find(codes, hashes, texts)
	for i, code := range codes {
		// find compares with the first text of the hash only, and leaves the others to hashedCode
		if code != 0 && int(code) != i+1 {
			t.Errorf("text %d has the code of text %d", i, code-1)
		}
		if i < n && table.hashedCode(bytesOf(texts[i]), hash) != uint32(i) {
			t.Errorf("text %d has another code the second time", i)
		}
	}
	if codes[0] != 1 || len(table.Values) != n {
		t.Errorf("text 0 has the code %d, and the table has %d texts", codes[0], len(table.Values))
	}
}

// TestCollisionsOfPartition finds the first equal texts of a partition whose texts all have one hash.
func TestCollisionsOfPartition(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	const n, distinct = 2000, 300
	texts, hashed, want := make([]string, n), make([]uint64, n), map[string]uint32{}
	for i := range texts {
		texts[i], hashed[i] = fmt.Sprint("text ", r.IntN(distinct)), 5<<32|uint64(i)
		if _, known := want[texts[i]]; !known {
			want[texts[i]] = uint32(i)
		}
	}
	first := make([]uint32, n)
	findFirst(first, hashed, func(place uint32) string { return texts[place] }, nil)
	for i, s := range texts {
		if first[i] != want[s] {
			t.Fatalf("the first %q is at %d, not at %d", s, first[i], want[s])
		}
	}
}

// TestJoins joins tables of texts that seldom repeat. The tables give texts several codes, and Join gives each text one
// code, in the order of the first rows, also if only one table has texts.
func TestJoins(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	for _, tables := range [][]*Table{{{Joins: true}, {Joins: true}, {Joins: true}}, {{}, {Joins: true}}} {
		const rows, block = 200_000, 1000
		all, want := make([]string, rows), Table{}
		for i := range all {
			switch n := r.IntN(400); {
			case n == 0: // so seldom that the texts stay rare if it is among those of the sample
				all[i] = ""
			case n < 20:
				all[i] = all[r.IntN(i+1)]
			case n < 30:
				all[i] = fmt.Sprint(r.IntN(1<<40), "\x00")
			default:
				all[i] = strings.Repeat("-", r.IntN(30)) + fmt.Sprint(r.IntN(1<<50))
			}
		}
		var pieces []Piece
		codes, of := make([]uint32, rows), make([]int, rows)
		for from := 0; from < rows; from += block {
			w := len(tables) - 1 - r.IntN(max(1, len(tables)-1))
			p := Piece{Table: w, From: len(tables[w].Values)}
			var src []byte
			var spans []Span
			for i, s := range all[from : from+block] {
				spans, of[from+i] = append(spans, Span{uint32(len(src)), uint32(len(s))}), w
				src = append(src, s...)
			}
			tables[w].Codes(codes[from:from+block], append(src, make([]byte, Padding)...), spans)
			p.To = len(tables[w].Values)
			pieces = append(pieces, p)
		}
		if !tables[len(tables)-1].rare {
			t.Error("the texts are not rare")
		}
		values, joined := Join(tables, pieces)
		for i, s := range all {
			if code := want.Text(s); joined[of[i]][codes[i]] != code || values[code] != s {
				t.Fatalf("row %d of %d tables has the code %d of %q, not %d of %q", i, len(tables),
					joined[of[i]][codes[i]], values[joined[of[i]][codes[i]]], code, s)
			}
		}
		if !slices.Equal(values, want.Values) {
			t.Errorf("%d tables: %d texts, not %d", len(tables), len(values), len(want.Values))
		}
	}
}
