package estimate

import (
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

func TestChao1(t *testing.T) {
	for _, c := range [][4]int{{148, 12, 18, 152}, {621, 198, 87, 843}, {2814, 1206, 412, 4574}, {3892, 2341, 608, 8390}, {142, 8, 14, 144}, {5, 0, 0, 5}} {
		if got := Chao1(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("Chao1(%d, %d, %d) = %d, want %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

// composite makes a key of integer columns, each given as a function of the row.
func composite(t *testing.T, rows int, at ...func(i int) int64) *key.Composite {
	t.Helper()
	var cols []*key.Column
	for _, f := range at {
		values := make([]int64, rows)
		for i := range values {
			values[i] = f(i)
		}
		col, err := key.Encode(t.Context(), data.NewTable("t", []*data.Column{data.NewInts("a", data.Int, 0, values, nil)}), query.Field{Column: "a"})
		if err != nil {
			t.Fatal(err)
		}
		cols = append(cols, col)
	}
	return key.Compose(rows, cols)
}

func mix(i, n int) int64 {
	h := uint64(i) * 0x9e3779b97f4a7c15
	return int64((h ^ h>>29) % uint64(n))
}

func TestGroups(t *testing.T) {
	const rows = 500000
	// 20 regions by 8 quarters, a pair present only when their sum is even: 80 of the 160 (SEEDS A4)
	region := func(i int) int64 { return mix(i, 20) }
	quarter := func(i int) int64 { return (mix(i*7+1, 4)*2 + mix(i, 20)) % 8 }
	cases := map[string]struct {
		key       *key.Composite
		low, high int
		method    string
	}{
		"half of the pairs": {composite(t, rows, region, quarter), 79, 81, "chao1"},
		"sorted":            {composite(t, rows, func(i int) int64 { return int64(i / 5000) }, region), 1800, 2200, "chao1"},
		"periodic":          {composite(t, rows, func(i int) int64 { return int64(i % 100) }, func(i int) int64 { return 0 }), 100, 100, "chao1"},
		"small":             {composite(t, 3000, region), 20, 20, "full count"},
		"no rows":           {composite(t, 0, region), 0, 0, "no rows"},
		"one column hashed": {composite(t, rows, func(i int) int64 { return mix(i, 700) << 40 }), 700, 700, "dictionary"},
	}
	for name, c := range cases {
		e := Groups(c.key, nil, c.key.Rows, 1024)
		if e.Groups < c.low || e.Groups > c.high || e.Method != c.method || e.Low > e.Groups || e.High < e.Groups {
			t.Errorf("%s: %+v, want %d..%d by %s", name, e, c.low, c.high, c.method)
		}
	}
}

func TestSecondSampleNearTheLimit(t *testing.T) {
	k := composite(t, 500000, func(i int) int64 { return mix(i, 1020) }, func(i int) int64 { return 0 })
	if e := Groups(k, nil, k.Rows, 1024); e.SampleRows != 25000 {
		t.Errorf("sampled %d rows for %d groups beside a limit of 1024, want the 5%% sample", e.SampleRows, e.Groups)
	}
	if e := Groups(k, nil, k.Rows, 8192); e.SampleRows != 5000 {
		t.Errorf("sampled %d rows far from the limit, want 5000", e.SampleRows)
	}
}

func TestSelection(t *testing.T) {
	k := composite(t, 100000, func(i int) int64 { return int64(i % 1000) }, func(i int) int64 { return int64(i % 3) })
	few, most := data.NewBitmap(100000), data.NewBitmap(100000)
	for i := range 100000 {
		if i%1000 == 7 {
			few.Set(i)
		}
		if i%1000 < 500 {
			most.Set(i)
		}
	}
	if e := Groups(k, few, few.Count(), 1024); e.Groups != 3 {
		t.Errorf("3 groups pass the filter, estimated %+v", e)
	}
	if e := Groups(k, most, most.Count(), 1024); e.Groups < 1400 || e.Groups > 1600 {
		t.Errorf("1500 groups pass the filter, estimated %+v", e)
	}
}
