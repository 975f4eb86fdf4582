package plan

import (
	"slices"
	"strconv"
	"strings"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Tie is how an aggregate of a pass takes only the rows that have the result of the aggregate before. A kernel compares
// two integers of more than 32 bits by words. One pass finds the least high word of each slot. A program marks the rows
// that have this word, and a later pass finds the least low word of these rows.
type Tie struct {
	Program Program
	Reads   Pass    // the high words, and the bitmap of the rows that have values
	Bitmap  int     // index of the bitmap that the program writes, among the bitmaps of the later pass
	Found   Planned // the pass that finds the high words
	Word    int     // index of the high word among the words of that pass
}

// TiesOf returns the ties of a pass. passes are all passes of the job.
func TiesOf(j *Job, p Pass, passes []Planned) (list []Tie) {
	for _, m := range p.Measures {
		if !j.Aggregates[m.Aggregate].Ties {
			continue
		}
		t := Tie{Bitmap: m.bitmap}
		t.Reads, _ = Pass{}.With(m.Aggregate-1, j.Aggregates[m.Aggregate-1])
		t.Program = rowProgram(shaders.Ties, t.Reads, j, shaders.Constants{
			"LEAST": flag(m.Op == gpu.Min), "BITMAPS": uint32(len(t.Reads.Bitmaps))})
		for _, other := range passes {
			i := slices.IndexFunc(other.Measures, func(o Measure) bool { return o.Aggregate == m.Aggregate-1 })
			if i >= 0 {
				t.Found, t.Word = other, other.Measures[i].Word
			}
		}
		list = append(list, t)
	}
	return list
}

// tiesID begins the IDs of the bitmaps that the programs of ties write.
const tiesID = "\x00ties "

func tiesBitmap(aggregate int) *gpu.Bits { return &gpu.Bits{ID: tiesID + strconv.Itoa(aggregate)} }

// IsTies reports whether a bitmap of a pass has the rows of a Tie.
func IsTies(b gpu.Bits) bool { return strings.HasPrefix(b.ID, tiesID) }
