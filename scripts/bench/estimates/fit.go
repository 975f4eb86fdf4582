package estimates

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"cardinal/bench/ours"
)

// Fit defines the flags of bench ranges and returns the command. It prints the table of
// engine/choice/estimate/likely.go. The bounds of a sample are a range that may be wide. For each regime of a sample,
// the table has the part of this range that contains the number of groups of most populations.
func Fit(f *flag.FlagSet) func(context.Context) error {
	populations := f.Int("populations", 6000, "populations to draw")
	outside := f.Float64("outside", 0.012, "share of the populations that may lie above that part")
	return func(ctx context.Context) error {
		r := rand.New(rand.NewPCG(4, 58))
		places := map[ours.Regime][]float64{}
		for i := range *populations {
			if i%500 == 0 {
				fmt.Fprintln(os.Stderr, i, "populations")
			}
			p := newPopulation(r)
			rows := p.rows()
			for range 3 {
				s := p.sample(r, rows, min(0.08, between(r, 300, 150_000)/float64(rows)))
				low, high := s.Bounds()
				if s.Rows < 100 || s.F(1) <= fewSingletons || high <= low {
					continue
				}
				places[s.Regime()] = append(places[s.Regime()], math.Log(float64(len(p))/low)/math.Log(high/low))
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		fmt.Println("var likely = [4][3][4]uint8{")
		for twice := range 4 {
			fmt.Print("\t{")
			for once := range 3 {
				fmt.Print("{")
				for thrice := range 4 {
					all := pool(places, ours.Regime{Twice: twice, Once: once, Thrice: thrice})
					last := all[len(all)-1-int(*outside*float64(len(all)))]
					if last > nearlyAll {
						last = 1
					}
					fmt.Printf("%d%s", int(math.Ceil(100*max(0, last))), separator(thrice, 3))
				}
				fmt.Print("}" + separator(once, 2))
			}
			fmt.Println("},")
		}
		fmt.Println("}")
		return nil
	}
}

func separator(i, last int) string {
	if i < last {
		return ", "
	}
	return ""
}

// pool returns, for the samples of a regime, where the number of groups is between the bounds. If the regime has too
// few samples, those of similar regimes are added.
func pool(places map[ours.Regime][]float64, of ours.Regime) (out []float64) {
	for _, like := range []func(ours.Regime) bool{
		func(r ours.Regime) bool { return r == of },
		func(r ours.Regime) bool { return r.Twice == of.Twice && r.Once == of.Once },
		func(r ours.Regime) bool { return r.Twice == of.Twice },
	} {
		out = nil
		for regime, of := range places {
			if like(regime) {
				out = append(out, of...)
			}
		}
		if len(out) >= enough {
			break
		}
	}
	slices.Sort(out)
	return out
}

// fewSingletons is a number of keys that a sample has seen once. If a sample has no more than these, its range is not
// narrowed.
const fewSingletons = 6

// nearlyAll is the greatest part of a range to which the range is narrowed. If the likely part is greater, the range
// stays.
const nearlyAll = 0.95

// enough is the least number of samples from which the part of a regime is computed.
const enough = 100
