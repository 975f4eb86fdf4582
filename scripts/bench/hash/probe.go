package hash

import "time"

// Domain is a set of n keys: 0, stride, 2*stride and so on.
type Domain struct{ Keys, Stride int }

var strides = []int{1, 2, 8, 10, 256, 1000, 1 << 16}

// Domains returns the domains to compare, each at seven strides. With 2^8 to 2^22 keys, a table is half full. With a
// third more keys, it is two thirds full. The largest key has 32 bits.
func Domains() []Domain {
	var out []Domain
	for bits := 8; bits <= 22; bits += 2 {
		for _, keys := range []int{1 << bits, 4 << bits / 3} {
			for _, stride := range strides {
				if keys*stride <= 1<<32 {
					out = append(out, Domain{Keys: keys, Stride: stride})
				}
			}
		}
	}
	return out
}

// Expected returns the mean number of probes with a random function, by Knuth's formula for linear probing.
func (d Domain) Expected() float64 {
	load := float64(d.Keys) / float64(len(NewTable(d.Keys, Functions[0]).slots))
	return (1 + 1/(1-load)) / 2
}

// Probes describes the probe sequences that find the keys of a domain in a table: how long they are.
type Probes struct {
	Mean     float64
	Max      int
	Hopeless bool // the table could not be filled; Mean and Max are of the keys before
}

// limit is the longest probe sequence that is followed. budget is the mean length at which filling the table is given
// up.
const (
	limit  = 1 << 16
	budget = 256
)

// fill puts the keys of a domain into a table.
func (d Domain) fill(f Function) (*Table, Probes) {
	t := NewTable(d.Keys, f)
	var p Probes
	total := 0
	for i := range d.Keys {
		n := t.Put(d.key(i), limit)
		total += n
		p.Max = max(p.Max, n)
		p.Mean = float64(total) / float64(i+1)
		if n > limit || i >= 1<<12 && p.Mean > budget {
			p.Hopeless = true
			break
		}
	}
	return t, p
}

// key returns the i-th key, in an order that does not follow the keys' values.
func (d Domain) key(i int) uint64 {
	const prime = 2654435761 // larger than every number of keys, so coprime to it
	return uint64(i) * prime % uint64(d.Keys) * uint64(d.Stride)
}

// lookUp returns the nanoseconds of one look-up, or 0 if the table could not be filled.
func (d Domain) lookUp(f Function) (float64, Probes) {
	t, p := d.fill(f)
	if p.Hopeless {
		return 0, p
	}
	const lookUps = 1 << 18
	found, ops := 0, 0
	start := time.Now()
	for ops < lookUps {
		some := min(d.Keys, lookUps)
		for i := range some {
			if t.Has(d.key(i)) {
				found++
			}
		}
		ops += some
	}
	took := time.Since(start)
	if found != ops {
		panic("BUG: a key is missing from the table it was put into")
	}
	return float64(took.Nanoseconds()) / float64(ops), p
}
