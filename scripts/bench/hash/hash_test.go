package hash

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"testing"
)

func TestFNV1a(t *testing.T) {
	for _, k := range []uint64{0, 1, 0xff, 0x100, 1 << 40, ^uint64(0)} {
		h := fnv.New64a()
		_ = binary.Write(h, binary.LittleEndian, k)
		if got := FNV1a(k, 8); got != h.Sum64() {
			t.Errorf("FNV1a(%#x) = %#x, not %#x", k, got, h.Sum64())
		}
	}
}

// TestSpikes shows that FNV-1a has spikes on compact domains of keys and Murmur3's finaliser has no spikes.
func TestSpikes(t *testing.T) {
	spike := map[string]float64{}
	for _, d := range Domains() {
		if d.Keys > 1<<18 {
			continue // the larger ones show the same and take longer
		}
		for _, f := range Functions {
			_, p := d.fill(f)
			over := p.Mean / d.Expected()
			if f.Name == finaliser && (over > 1.25 || p.Hopeless) {
				t.Errorf("%s on %+v: %s probes, expected %.2f", f.Name, d, p, d.Expected())
			}
			spike[f.Name] = max(spike[f.Name], over)
		}
	}
	for name, over := range spike {
		if name != finaliser && over < 2.5 {
			t.Errorf("%s needs at worst %.2f times the probes of a random function, which is no spike", name, over)
		}
	}
}

func BenchmarkLookUp(b *testing.B) {
	for _, f := range Functions {
		for _, d := range []Domain{{1 << 12, 1}, {4 << 12 / 3, 256}, {1 << 16, 1}, {1 << 16, 1000}, {1 << 20, 1},
			{4 << 20 / 3, 256}} {
			b.Run(fmt.Sprintf("%s/%d keys, stride %d", f.Name, d.Keys, d.Stride), func(b *testing.B) {
				table, p := d.fill(f)
				if p.Hopeless {
					b.Skipf("given up at %s probes", p)
				}
				i := 0
				for b.Loop() {
					if !table.Has(d.key(i)) {
						b.Fatal("a key is missing")
					}
					i++
				}
				b.ReportMetric(p.Mean, "probes/op")
				b.ReportMetric(float64(p.Max), "most-probes")
			})
		}
	}
}
