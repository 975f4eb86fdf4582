package g1

import "math"

// rng is R's default generator: the Mersenne Twister (Matsumoto and Nishimura, 1998) with R's scrambling of the seed.
type rng struct {
	words [624]uint32
	next  int
}

// newRNG returns the generator in the state after R's set.seed(seed).
func newRNG(seed uint32) *rng {
	for range 50 {
		seed = 69069*seed + 1
	}
	r := &rng{next: 624}
	seed = 69069*seed + 1 // the first word of R's state is the position, which R then sets
	for i := range r.words {
		seed = 69069*seed + 1
		r.words[i] = seed
	}
	return r
}

// float returns R's unif_rand: a uniform number in the open interval from 0 to 1.
func (r *rng) float() float64 {
	const n, m = 624, 397
	if r.next >= n {
		w := &r.words
		for k := range n {
			y := w[k]&0x80000000 | w[(k+1)%n]&0x7fffffff
			v := w[(k+m)%n] ^ y>>1
			if y&1 != 0 {
				v ^= 0x9908b0df
			}
			w[k] = v
		}
		r.next = 0
	}
	y := r.words[r.next]
	r.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	y ^= y >> 18
	const least = 0.5 * 2.328306437080797e-10
	return min(max(float64(y)*2.3283064365386963e-10, least), 1-least)
}

// index returns a uniform number from 0 to n-1, by rejection, as R does since version 3.6.
func (r *rng) index(n int) int {
	bits := int(math.Ceil(math.Log2(float64(n))))
	for {
		v := int64(0)
		for k := 0; k <= bits; k += 16 {
			v = 65536*v + int64(math.Floor(r.float()*65536))
		}
		v &= 1<<uint(bits) - 1
		if v < int64(n) {
			return int(v)
		}
	}
}

// sample draws k different numbers from 0 to n-1.
func (r *rng) sample(n, k int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = i
	}
	out := make([]int, k)
	for i := range out {
		j := r.index(n)
		out[i] = x[j]
		n--
		x[j] = x[n]
	}
	return out
}
