package formula

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/number/int128"
)

// plain is a row of table in Go's own types; nil is null.
type plain struct {
	n, wide *big.Rat
	d       *big.Rat
	f       float64
	day, at *time.Time
	b       *bool
	s, u    *string
}

func plainRow(tab *data.Table, i int) (p plain) {
	value := func(name string) (data.Value, bool) {
		c, err := tab.Column(name)
		if err != nil {
			panic(err)
		}
		v := c.Value(i)
		return v, !v.IsNull()
	}
	number := func(name string) *big.Rat {
		v, ok := value(name)
		if !ok {
			return nil
		}
		return new(big.Rat).SetFrac(v.Int.Big(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)), nil))
	}
	moment := func(name string, unit time.Duration) *time.Time {
		v, ok := value(name)
		if !ok {
			return nil
		}
		n, _ := v.Int.Int64()
		at := time.UnixMilli(0).UTC().Add(0)
		if unit == 24*time.Hour {
			at = at.AddDate(0, 0, int(n))
		} else {
			at = time.UnixMilli(n).UTC()
		}
		return &at
	}
	text := func(name string) *string {
		v, ok := value(name)
		if !ok {
			return nil
		}
		return &v.Text
	}
	p = plain{n: number("n"), wide: number("wide"), d: number("d"), day: moment("day", 24*time.Hour),
		at: moment("at", time.Millisecond), s: text("s"), u: text("u")}
	f, _ := value("f")
	p.f = f.Float
	if v, ok := value("b"); ok {
		yes := v.Int.Sign() != 0
		p.b = &yes
	}
	return p
}

func rat(num, den int64) *big.Rat { return big.NewRat(num, den) }

// halfAway rounds to so many places, halves away from zero.
func halfAway(v *big.Rat, places int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(places, -places))), nil))
	if places < 0 {
		p.Inv(p)
	}
	scaled := new(big.Rat).Mul(new(big.Rat).Abs(v), p)
	scaled.Add(scaled, rat(1, 2))
	whole := new(big.Rat).SetInt(new(big.Int).Quo(scaled.Num(), scaled.Denom()))
	if v.Sign() < 0 {
		whole.Neg(whole)
	}
	return whole.Quo(whole, p)
}

// below returns the greatest integer that is at most v.
func below(v *big.Rat) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Div(v.Num(), v.Denom())) }

func asFloat(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}

// printed returns the decimal that the shortest digits of a float stand for.
func printed(f float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'f', -1, 64))
	return r
}

// TestColumnIsPlainGo holds computed columns against the same expressions written in Go over single rows: big
// rationals, strings and times.
func TestColumnIsPlainGo(t *testing.T) {
	cut := func(s string, from, count int) string {
		r := []rune(s)
		from, count = min(max(from, 0), len(r)), max(count, 0)
		return string(r[from:min(from+count, len(r))])
	}
	days := func(at time.Time) int64 { return int64(math.Floor(float64(at.Unix()) / 86400)) }
	exprs := map[string]func(p plain) any{
		"n + d": func(p plain) any { return p.with(p.d, func() any { return new(big.Rat).Add(p.n, p.d) }) },
		"n - d * 3": func(p plain) any {
			return p.with(p.d, func() any { return new(big.Rat).Sub(p.n, new(big.Rat).Mul(p.d, rat(3, 1))) })
		},
		"(n + 1.25) * (d - 0.5)": func(p plain) any {
			return p.with(p.d, func() any {
				return new(big.Rat).Mul(new(big.Rat).Add(p.n, rat(5, 4)), new(big.Rat).Sub(p.d, rat(1, 2)))
			})
		},
		"d / n": func(p plain) any {
			if p.d == nil || p.n.Sign() == 0 {
				return nil
			}
			return asFloat(new(big.Rat).Quo(p.d, p.n))
		},
		"wide / d": func(p plain) any {
			if p.wide == nil || p.d == nil || p.d.Sign() == 0 {
				return nil
			}
			return asFloat(new(big.Rat).Quo(p.wide, p.d))
		},
		"d / 0.001": func(p plain) any {
			return p.with(p.d, func() any { return asFloat(new(big.Rat).Mul(p.d, rat(1000, 1))) })
		},
		"f / 0": func(plain) any { return nil },
		"f * d": func(p plain) any { return p.with(p.d, func() any { return p.f * asFloat(p.d) }) },
		"n > d": func(p plain) any { return p.with(p.d, func() any { return p.n.Cmp(p.d) > 0 }) },
		"if(n > d, n, d)": func(p plain) any {
			if p.d == nil {
				return nil
			}
			if p.n.Cmp(p.d) > 0 {
				return p.n
			}
			return p.d
		},
		"if(b, 'yes', 'no')": func(p plain) any {
			if p.b != nil && *p.b {
				return "yes"
			}
			return "no"
		},
		"coalesce(d, n)": func(p plain) any {
			if p.d != nil {
				return p.d
			}
			return p.n
		},
		"greatest(n, d)": func(p plain) any {
			if p.d != nil && p.d.Cmp(p.n) > 0 {
				return p.d
			}
			return p.n
		},
		"round(d, 1)":  func(p plain) any { return p.with(p.d, func() any { return halfAway(p.d, 1) }) },
		"round(d, -2)": func(p plain) any { return p.with(p.d, func() any { return halfAway(p.d, -2) }) },
		"round(f, 3)":  func(p plain) any { return halfAway(printed(p.f), 3) },
		"round(f)":     func(p plain) any { return halfAway(printed(p.f), 0) },
		"round(d / 8e0, 2)": func(p plain) any {
			return p.with(p.d, func() any { return halfAway(printed(asFloat(p.d)/8), 2) })
		},
		"floor(d)": func(p plain) any { return p.with(p.d, func() any { return below(p.d) }) },
		"ceil(d)": func(p plain) any {
			return p.with(p.d, func() any { return new(big.Rat).Neg(below(new(big.Rat).Neg(p.d))) })
		},
		"floor(f * 10)": func(p plain) any { return new(big.Rat).SetFloat64(math.Floor(p.f * 10)) },
		"ceil(f * 10)":  func(p plain) any { return new(big.Rat).SetFloat64(math.Ceil(p.f * 10)) },
		"abs(d)":        func(p plain) any { return p.with(p.d, func() any { return new(big.Rat).Abs(p.d) }) },
		"mod(n, 7)":     func(p plain) any { return modulo(p.n, rat(7, 1)) },
		"mod(n, -7)":    func(p plain) any { return modulo(p.n, rat(-7, 1)) },
		"mod(d, n)":     func(p plain) any { return p.with(p.d, func() any { return modulo(p.d, p.n) }) },
		"mod(n, d)":     func(p plain) any { return p.with(p.d, func() any { return modulo(p.n, p.d) }) },
		"mod(d, 0.007)": func(p plain) any {
			return p.with(p.d, func() any { return modulo(p.d, rat(7, 1000)) })
		},
		"mod(wide, d)": func(p plain) any {
			if p.d == nil {
				return nil
			}
			return p.with(p.wide, func() any { return modulo(p.wide, p.d) })
		},
		"mod(wide, -0.000000007)": func(p plain) any { // which needs more than 64 bits on the way
			return p.with(p.wide, func() any { return modulo(p.wide, rat(-7, 1e9)) })
		},
		"mod(d, wide)": func(p plain) any { // which needs more than 64 bits
			if p.d == nil {
				return nil
			}
			return p.with(p.wide, func() any { return asFloat(modulo(p.d, p.wide).(*big.Rat)) })
		},
		"mod(f, 0.3)": func(p plain) any {
			return asFloat(modulo(new(big.Rat).SetFloat64(p.f), new(big.Rat).SetFloat64(0.3)).(*big.Rat))
		},
		"sqrt(d)": func(p plain) any {
			if p.d == nil || p.d.Sign() < 0 {
				return nil
			}
			root, _ := new(big.Float).SetPrec(200).Sqrt(new(big.Float).SetPrec(200).SetFloat64(asFloat(p.d))).Float64()
			return root
		},
		"power(n, 5)": func(p plain) any {
			n := asFloat(p.n)
			return n * n * n * n * n
		},
		"n ^ -1": func(p plain) any {
			if p.n.Sign() == 0 {
				return nil
			}
			return asFloat(new(big.Rat).Inv(p.n))
		},
		"d ^ 0.5": func(p plain) any {
			if p.d == nil || p.d.Sign() < 0 {
				return nil
			}
			return math.Sqrt(asFloat(p.d))
		},
		"ln(d)": func(p plain) any {
			if p.d == nil || p.d.Sign() <= 0 {
				return nil
			}
			return math.Log(asFloat(p.d))
		},
		"exp(f)": func(p plain) any { return math.Exp(p.f) },
		"position(s, 'b')": func(p plain) any {
			return p.text(func(s string) any { return rat(int64(slices.Index([]rune(s), 'b')+1), 1) })
		},
		"position(s, '😀x')": func(p plain) any {
			return p.text(func(s string) any {
				r := []rune(s)
				for i := range r {
					if strings.HasPrefix(string(r[i:]), "😀x") {
						return rat(int64(i+1), 1)
					}
				}
				return rat(0, 1)
			})
		},
		"position(s, u) > 0": func(p plain) any {
			if p.s == nil || p.u == nil {
				return nil
			}
			return strings.Contains(*p.s, *p.u)
		},
		"add_months(day, n * 7)": func(p plain) any { return monthsOn(p.day, p.n, 7) },
		"add_months(at, n)":      func(p plain) any { return monthsOn(p.at, p.n, 1) },
		"s & u": func(p plain) any {
			if p.s == nil || p.u == nil {
				return nil
			}
			return *p.s + *p.u
		},
		"len(s)": func(p plain) any {
			return p.text(func(s string) any { return rat(int64(len([]rune(s))), 1) })
		},
		"upper(s)":     func(p plain) any { return p.text(func(s string) any { return strings.ToUpper(s) }) },
		"trim(s)":      func(p plain) any { return p.text(func(s string) any { return strings.TrimSpace(s) }) },
		"left(s, 2)":   func(p plain) any { return p.text(func(s string) any { return cut(s, 0, 2) }) },
		"mid(s, 2, 3)": func(p plain) any { return p.text(func(s string) any { return cut(s, 1, 3) }) },
		"right(s, 2)":  func(p plain) any { return p.text(func(s string) any { return cut(s, len([]rune(s))-2, 2) }) },
		"replace(s, '-', '/')": func(p plain) any {
			return p.text(func(s string) any { return strings.ReplaceAll(s, "-", "/") })
		},
		"contains(s, 'b')": func(p plain) any { return p.text(func(s string) any { return strings.Contains(s, "b") }) },
		"day + n": func(p plain) any {
			if p.day == nil {
				return nil
			}
			n, _ := strconv.Atoi(p.n.RatString())
			return p.day.AddDate(0, 0, n)
		},
		"day - 2001-01-01": func(p plain) any {
			if p.day == nil {
				return nil
			}
			return rat(days(*p.day)-days(time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)), 1)
		},
		"at + 2": func(p plain) any {
			if p.at == nil {
				return nil
			}
			return p.at.Add(48 * time.Hour)
		},
		"datediff(day, at)": func(p plain) any {
			if p.day == nil || p.at == nil {
				return nil
			}
			return rat(days(*p.at)-days(*p.day), 1)
		},
		"datediff(day, 2000-02-29, month)": func(p plain) any {
			if p.day == nil {
				return nil
			}
			return rat(int64(2000-p.day.Year())*12+2-int64(p.day.Month()), 1)
		},
		"year(day) * 100 + month(day)": func(p plain) any {
			if p.day == nil {
				return nil
			}
			return rat(int64(p.day.Year()*100+int(p.day.Month())), 1)
		},
	}
	tab := table(3000)
	rows := make([]plain, tab.Rows)
	for i := range rows {
		rows[i] = plainRow(tab, i)
	}
	for text, of := range exprs {
		c, err := compute(tab, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for i, p := range rows {
			if want := of(p); !same(c.Value(i), want) {
				t.Errorf("%s, row %d: %s, want %v", text, i, c.Value(i), want)
				break
			}
		}
	}
}

// modulo returns x - y*floor(x/y), or nil if y is zero.
func modulo(x, y *big.Rat) any {
	if y.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Sub(x, new(big.Rat).Mul(y, below(new(big.Rat).Quo(x, y))))
}

// monthsOn goes n*times months on, and then back to the last day of the month that was meant.
func monthsOn(at *time.Time, n *big.Rat, times int) any {
	if at == nil {
		return nil
	}
	months, _ := strconv.Atoi(n.RatString())
	first := at.AddDate(0, 0, 1-at.Day()).AddDate(0, months*times, 0)
	out := first.AddDate(0, 0, at.Day()-1)
	for out.Month() != first.Month() {
		out = out.AddDate(0, 0, -1)
	}
	return out
}

// with returns the result of do, or nil if x is nil.
func (p plain) with(x *big.Rat, do func() any) any {
	if x == nil {
		return nil
	}
	return do()
}

func (p plain) text(do func(s string) any) any {
	if p.s == nil {
		return nil
	}
	return do(*p.s)
}

// same compares a value of a column with one of Go.
func same(v data.Value, want any) bool {
	switch w := want.(type) {
	case nil:
		return v.IsNull()
	case *big.Rat:
		return (v.Type == data.Int || v.Type == data.Decimal) &&
			w.Cmp(new(big.Rat).SetFrac(v.Int.Big(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v.Scale)),
				nil))) == 0
	case float64:
		return v.Type == data.Float && v.Float == w
	case bool:
		return v.Type == data.Bool && (v.Int.Sign() != 0) == w
	case string:
		return v.Type == data.Text && v.Text == w
	case time.Time:
		return !v.IsNull() && v.Time().Equal(w)
	}
	panic(fmt.Sprintf("BUG: %T", want))
}

// TestRoundFloats rounds floats as their digits are printed, also beyond 64 bits and if there is nothing to round.
func TestRoundFloats(t *testing.T) {
	for text, want := range map[string]string{
		"round(1.005e0, 2)": "1.01", "round(-1.005e0, 2)": "-1.01", "round(2.675e0, 2)": "2.68",
		"round(1.115e0, 2)": "1.12", "round(0.1e0 + 0.2e0, 1)": "0.3",
		"round(1 / 5, 2)": "0.20", "round(2.5e0)": "3", "round(-2.5e0)": "-3", "round(0.49999999999999994e0)": "0",
		"round(1250e0, -2)": "1300",
		"round(1e300, 2)":   "1e+300", "round(1e18, 2)": "1000000000000000000", "round(1e10, 2)": "10000000000.00",
		"round(1e-20, 3)": "0.000", "round(1e0 / 3, 17)": "0.3333333333333333",
		"round(4503599627370496.5e0, 0)": "4503599627370496", "floor(-0.5e0)": "-1", "ceil(-0.5e0)": "0",
		"floor(1e30)": "1e+30", "round(5e17 + 64, -1)": "500000000000000060", "round(7e0, -25)": "0", "0 / -3": "0",
		"1.00000000000000011102230246251565405e0": "1.0000000000000002", "floor(0.7 / 0.1)": "7",
		"round(1.005 / 6, 3)": "0.168", "round(2e0 ^ 5000)": "Infinity",
	} {
		c, err := compute(table(1), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := c.Value(0).String(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	far := data.NewTable("t", []*data.Column{data.NewFloats("x", []float64{1e300, 0.125, -7}, nil)})
	if c, err := compute(far, "round(x, 2)"); err != nil || c.Type != data.Float || c.Value(1).Float != 0.13 {
		t.Errorf("a float beyond 64 bits: %v, %v", c, err)
	}
	if c, err := compute(far, "floor(x / 1e299)"); err != nil || c.Type != data.Int || c.Value(0).String() != "10" {
		t.Errorf("floats that fit are no integers: %v, %v", c, err)
	}
}

// TestRemaindersAreExact divides numbers of up to 127 bits and 18 places, as sums are, and holds the remainders
// against big rationals.
func TestRemaindersAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	random := func() data.Value {
		bits := r.IntN(127)
		n := int128.Int{Hi: int64(r.Uint64()), Lo: r.Uint64()}.Big()
		whole, _ := int128.FromBig(n.Rsh(n, uint(127-bits)))
		return decimal(whole, r.IntN(maxScale+1))
	}
	exact := func(v data.Value) *big.Rat { return new(big.Rat).SetFrac(v.Int.Big(), power10(v.Scale)) }
	for range 20_000 {
		a, b := random(), random()
		got, want := remainder(a, b), modulo(exact(a), exact(b))
		if got.Type == data.Float { // of more than 127 bits
			want = asFloat(want.(*big.Rat))
		}
		if !same(got, want) || !got.IsNull() && got.Type != data.Float && got.Scale != max(a.Scale, b.Scale) {
			t.Fatalf("mod(%s, %s) is %s, want %v", a, b, got, want)
		}
	}
}

// TestFloatsWithoutResult gives the functions of floats what they have no result for. None gives NaN or -0.
func TestFloatsWithoutResult(t *testing.T) {
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1, -1, 0.5, -0.5, 3, 10, 1e308,
		-1e308, 5e-324, math.MaxFloat64}
	var xs, ys []float64
	for _, x := range odd {
		for _, y := range odd {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	tab := data.NewTable("t", []*data.Column{data.NewFloats("x", xs, nil), data.NewFloats("y", ys, nil)})
	for _, text := range []string{"mod(x, y)", "power(x, y)", "x ^ y", "sqrt(x)", "exp(x)", "ln(x)", "log(x)",
		"log(x, y)"} {
		c, err := compute(tab, text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range xs {
			v := c.Value(i)
			if v.IsNull() {
				continue
			}
			if f := v.Float; f != f || f == 0 && math.Signbit(f) {
				t.Errorf("%s of %v and %v is %v", text, xs[i], ys[i], f)
			}
		}
	}
}

// TestZeroDivisors keeps the rows whose divisor is zero, as division does.
func TestZeroDivisors(t *testing.T) {
	tab := table(1000)
	for _, exprs := range [][2]string{{"mod(d, n)", "d / n"}, {"mod(f, n)", "f / n"}, {"mod(n, 0)", "n / 0"},
		{"mod(wide, n - 0.000000000001 + 0.000000000001)", "wide / n"}} {
		got, err := compute(tab, exprs[0])
		if err != nil {
			t.Fatal(err)
		}
		want, err := compute(tab, exprs[1])
		if err != nil {
			t.Fatal(err)
		}
		if want.ByZero == nil || !slices.Equal(got.ByZero, want.ByZero) {
			t.Errorf("%s and %s divide by zero in other rows", exprs[0], exprs[1])
		}
	}
}
