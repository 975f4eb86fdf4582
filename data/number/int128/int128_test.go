package int128

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func random(r *rand.Rand) Int {
	v := Int{int64(r.Uint64()), r.Uint64()}
	for n := r.IntN(128); n > 0; n-- {
		v = Int{v.Hi >> 1, v.Lo>>1 | uint64(v.Hi)<<63}
	}
	return v
}

func TestAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	mod := new(big.Int).Lsh(big.NewInt(1), 128)
	for range 20000 {
		a, b := random(r), random(r)
		want := new(big.Int).Add(a.Big(), b.Big())
		if diff := want.Sub(want, a.Add(b).Big()); diff.Mod(diff, mod).Sign() != 0 {
			t.Fatalf("%v + %v = %v", a, b, a.Add(b))
		}
		if a.Cmp(b) != a.Big().Cmp(b.Big()) {
			t.Fatalf("cmp %v %v", a, b)
		}
		if a.String() != a.Big().String() {
			t.Fatalf("string %v, want %v", a.String(), a.Big())
		}
		if back, fits := FromBig(a.Big()); !fits || back != a {
			t.Fatalf("%v reads back as %v, %v", a, back, fits)
		}
		x, y := int64(r.Uint64()), int64(r.Uint64())>>r.IntN(64)
		if got := Mul(x, y).Big(); got.Cmp(new(big.Int).Mul(big.NewInt(x), big.NewInt(y))) != 0 {
			t.Fatalf("%d * %d = %v", x, y, got)
		}
		if b != (Int{}) {
			want, ok := new(big.Rat).SetFrac(a.Big(), b.Big()).Float64()
			if q, exact := a.RatioTo(b); q != want || exact != ok {
				t.Fatalf("%v / %v = %v %v, want %v %v", a, b, q, exact, want, ok)
			}
		}
		exp := r.IntN(2400) - 1250
		f, exact := a.Float(exp)
		rat := new(big.Rat).SetInt(a.Big())
		scale := new(big.Int).Lsh(big.NewInt(1), uint(max(exp, -exp)))
		if exp >= 0 {
			rat.Mul(rat, new(big.Rat).SetInt(scale))
		} else {
			rat.Quo(rat, new(big.Rat).SetInt(scale))
		}
		if want, ok := rat.Float64(); want != f || ok != exact && f != 0 {
			t.Fatalf("%v * 2^%d = %v %v, want %v %v", a, exp, f, exact, want, ok)
		}
		d, places := int64(r.Uint64()>>(1+r.IntN(62))), r.IntN(20)
		if d == 0 {
			continue
		}
		den := new(big.Int).Mul(big.NewInt(d), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
		want2, ok2 := new(big.Rat).SetFrac(a.Big(), den).Float64()
		if q, exact := a.Quo(d, places); q != want2 || exact != ok2 {
			t.Fatalf("%v / %d e%d = %v %v, want %v %v", a, d, places, q, exact, want2, ok2)
		}
	}
}

// TestOver divides numbers whose quotients are exact, or next to the middle of two floats.
func TestOver(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200000 {
		b := Int{int64(r.Uint64()>>1) >> r.IntN(64), r.Uint64() | 1}
		if r.IntN(2) == 0 {
			b = From(int64(r.Uint64()>>(1+r.IntN(62))) + 1)
		}
		a, fits := b.MulFits(int64(r.Uint64()) >> r.IntN(64))
		if !fits {
			a = b
		}
		a = a.Add(From(int64(r.IntN(3) - 1)))
		want, ok := new(big.Rat).SetFrac(a.Big(), b.Big()).Float64()
		if q, exact := a.RatioTo(b); q != want || exact != ok {
			t.Fatalf("%v / %v = %v %v, want %v %v", a, b, q, exact, want, ok)
		}
	}
	for _, v := range []Int{{-1 << 63, 0}, {-1 << 63, 1}, {1<<63 - 1, ^uint64(0)}, {0, 1}, {-1, ^uint64(0)},
		{1 << 62, 0}} {
		for _, w := range []Int{{-1 << 63, 0}, {1<<63 - 1, ^uint64(0)}, {0, 1}, {0, 3}, {1 << 62, 1}, {0, 1 << 63}} {
			want, ok := new(big.Rat).SetFrac(v.Big(), w.Big()).Float64()
			if q, exact := v.RatioTo(w); q != want || exact != ok {
				t.Errorf("%v / %v = %v %v, want %v %v", v, w, q, exact, want, ok)
			}
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		v     int64
		scale int
		want  string
	}{{0, 2, "0.00"}, {5, 2, "0.05"}, {-5, 2, "-0.05"}, {12345, 2, "123.45"}, {-100, 2, "-1.00"}, {7, 0, "7"},
		{math.MinInt64, 0, "-9223372036854775808"}} {
		if got := From(c.v).Decimal(c.scale); got != c.want {
			t.Errorf("%d scale %d: %q, want %q", c.v, c.scale, got, c.want)
		}
	}
}
