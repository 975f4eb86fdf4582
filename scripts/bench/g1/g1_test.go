package g1

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// TestPublished compares the generator's data with the published checksums, computed here in the plainest way.
func TestPublished(t *testing.T) {
	specs := []Spec{
		{Rows: 1e7, K: 100, Nulls: 5}, {Rows: 1e7, K: 100}, {Rows: 1e7, K: 10}, {Rows: 1e7, K: 2},
		{Rows: 1e7, K: 100, Sorted: true},
	}
	if testing.Short() {
		specs = specs[:1]
	}
	for _, s := range specs {
		t.Run(s.Name(), func(t *testing.T) {
			d, err := New(s)
			if err != nil {
				t.Fatal(err)
			}
			published := Published[s.Name()]
			for question, got := range map[int][]float64{1: sums(d)[:1], 3: {sums(d)[0], meanByID3(d)}, 5: sums(d),
				7: {ranges(d)}} {
				want := published[question]
				if len(want) != len(got) {
					t.Fatalf("question %d: %d published figures, %d computed", question, len(want), len(got))
				}
				for i := range want {
					if !Agree(want[i], got[i]) {
						t.Errorf("question %d: %s published, %.9f computed", question, want[i], got[i])
					}
				}
			}
		})
	}
}

func sums(d *Data) []float64 {
	var s1, s2 int64
	var s3 float64
	for i, v := range d.V3 {
		s1 += int64(d.V1[i])
		s2 += int64(d.V2[i])
		if v == v {
			s3 += v
		}
	}
	return []float64{float64(s1), float64(s2), s3}
}

func meanByID3(d *Data) (total float64) {
	sum, n := make([]float64, d.Domain(2)+1), make([]float64, d.Domain(2)+1)
	for i, g := range d.IDs[2] {
		if v := d.V3[i]; v == v {
			sum[g] += v
			n[g]++
		}
	}
	for g := range sum {
		if n[g] > 0 {
			total += sum[g] / n[g]
		}
	}
	return total
}

// ranges sums max(v1)-min(v2) by id3.
func ranges(d *Data) (total float64) {
	most, least := make([]int32, d.Domain(2)+1), make([]int32, d.Domain(2)+1)
	for i, g := range d.IDs[2] {
		most[g] = max(most[g], d.V1[i])
		if v := d.V2[i]; v != Null && (least[g] == 0 || v < least[g]) {
			least[g] = v
		}
	}
	for g := range most {
		if most[g] > 0 && least[g] > 0 {
			total += float64(most[g] - least[g])
		}
	}
	return total
}

func TestSorted(t *testing.T) {
	d, err := New(Spec{Rows: 5000, K: 10, Nulls: 5, Sorted: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < d.Rows; i++ {
		for j := range d.IDs {
			if d.IDs[j][i] != d.IDs[j][i-1] {
				if d.IDs[j][i] < d.IDs[j][i-1] {
					t.Fatalf("row %d is below the one before it by id%d", i, j+1)
				}
				break
			}
		}
	}
}

// TestSkew checks that the value columns stay the same and that the keys have the intended skew.
func TestSkew(t *testing.T) {
	plain, _ := New(Spec{Rows: 100_000, K: 100})
	for keys, least := range map[Keys]float64{Zipf: 0.15, Hot: 0.49} {
		d, err := New(Spec{Rows: 100_000, K: 100, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		if digest(d.V1) != digest(plain.V1) {
			t.Errorf("%s: v1 differs from that of the uniform data", keys)
		}
		for j := range d.IDs {
			count := make([]int, d.Domain(j)+1)
			heaviest := 0
			for _, v := range d.IDs[j] {
				count[v]++
				heaviest = max(heaviest, count[v])
			}
			if share := float64(heaviest) / float64(d.Rows); share < least || share > 0.6 || count[Null] > 0 {
				t.Errorf("%s: the heaviest value of id%d has %.2f of the rows", keys, j+1, share)
			}
		}
	}
}

func digest(values []int32) uint64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, values)
	return h.Sum64()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		column int
		code   int32
		want   string
	}{{0, 7, "id007"}, {1, 100, "id100"}, {0, 12345, "id12345"}, {2, 100000, "id0000100000"},
		{2, math.MaxInt32, "id2147483647"}} {
		if got := string(AppendText(nil, c.column, c.code)); got != c.want {
			t.Errorf("code %d of id%d is %q, not %q", c.code, c.column+1, got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	for want, s := range map[string]Spec{
		"G1_1e7_1e2_0_0": {Rows: 1e7, K: 100}, "G1_1e8_2e0_5_1": {Rows: 1e8, K: 2, Nulls: 5, Sorted: true},
		"G1_2.5e6_1e1_0_0_hot": {Rows: 2_500_000, K: 10, Keys: Hot},
	} {
		if got := s.Name(); got != want {
			t.Errorf("%+v is called %s, not %s", s, got, want)
		}
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		published string
		got       float64
		want      bool
	}{{"12", 12, true}, {"12", 12.5, false}, {"12.", 12.9, true}, {"12.", 13.1, false}, {"0.25", 0.2599, true},
		{"0.25", 0.27, false}} {
		if Agree(c.published, c.got) != c.want {
			t.Errorf("%s and %v: %v", c.published, c.got, !c.want)
		}
	}
}
