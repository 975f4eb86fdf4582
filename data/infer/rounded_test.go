package infer

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestHolds(t *testing.T) {
	for b, want := range map[string]bool{
		"0.1": true, "0.30000000000000004": true, "9007199254740992": true, "9007199254740993": false,
		"12345678901234567":     false,
		"0.1234567890123456789": false, "1234567890123456789e0": false, "1e-400": false, "0e-400": true, "0.000": true,
		"1e22": true, "1e23": true,
		"4.9e-324": true, "4.94e-324": true, "1.2345678e-320": false, "-0.0": true, "1e400000000000000000000": false,
		"5e-1": true,
		"0.1000000000000000055511151231257827021181583404541015625": true, "1.7976931348623157e308": true,
		"123456789012345680000": false, "0.50000000000000000000": true,
	} {
		v, _ := strconv.ParseFloat(b, 64)
		if got := holds(v, []byte(b)); got != want {
			t.Errorf("%s: %v", b, got)
		}
	}
}

func TestLoses(t *testing.T) {
	for b, want := range map[string]bool{
		"0.1": false, "0.30000000000000004": false, "0.12345678901234567": true, "0.12345678901234568": false,
		"1.2345678901234568e-05": false, "1.2345678901234567e-05": true, "8626661835529156.8": true,
		"8626661835529157.0": false, "-64777130153651.481": true, "64777130153651.484": false,
		"3370874786684373.3e-2": true, "1.2345678901234567e-12": false, "0.1234567890123456789": true,
		"9007199254740992": false, "9007199254740993": true, "9007199254740993.0": true, "12345678901234567": true,
		"1e-400": true, "0.0": false,
		"9007199254740993e0": true, "-1234567890123456789e0": true, "Infinity": false, "1.2345678901e-320": true,
		"1.23456789012345678": true,
	} {
		v, _ := strconv.ParseFloat(b, 64)
		if got := Loses(v, []byte(b)); got != want {
			t.Errorf("%s: %v", b, got)
		}
	}
}

// within reports whether v is at most half a unit of b's last digit away from b.
func within(v float64, b string) bool {
	mantissa, exp, _ := strings.Cut(b, "e")
	_, places, _ := strings.Cut(mantissa, ".")
	n, _ := strconv.Atoi(exp)
	x, _ := new(big.Rat).SetString(b)
	unit, _ := new(big.Rat).SetString(fmt.Sprintf("1e%d", n-len(places)))
	d := x.Sub(x, new(big.Rat).SetFloat64(v))
	return d.Abs(d).Cmp(unit.Quo(unit, big.NewRat(2, 1))) <= 0
}

func TestHoldsAgreesWithArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		v := r.NormFloat64() * math.Pow(10, float64(r.IntN(60)-40))
		b := strconv.AppendFloat(nil, v, "fe"[r.IntN(2)], r.IntN(21)-1, 64)
		if r.IntN(3) == 0 { // other digits than any float has
			for i, c := range b {
				if c == 'e' {
					break
				}
				if c > '0' && c <= '9' {
					b[i] = '1' + byte(r.IntN(9))
				}
			}
		}
		v, err := strconv.ParseFloat(string(b), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := holds(v, b), within(v, string(b)); got != want {
			t.Fatalf("%s: %v, want %v", b, got, want)
		}
		if n, places, ok := shortDecimal(b); ok && places >= 0 && places <= 22 &&
			isNearest(math.Abs(v), n, places) != holds(v, b) {
			t.Fatalf("%s is %d and %d places", b, n, places)
		}
	}
}
