package estimate

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// dataset is a key over rows with a known shape.
type dataset struct {
	name string
	make func(t testing.TB) *key.Composite
}

const madeRows = 1_000_000

// corpora returns the folder of the collections, whose folder tables has the real datasets, or "".
func corpora() string { return os.Getenv("CARDINAL_CORPORA") }

// coded makes a key column whose codes are given as a function of the row.
func coded(rows int, at func(i int) int) *key.Column {
	codes, card := make([]uint32, rows), 0
	for i := range codes {
		codes[i] = uint32(at(i))
		card = max(card, int(codes[i])+1)
	}
	return &key.Column{Codes: data.PackCodes(codes, card), Card: card}
}

func keyOf(rows int, at ...func(i int) int) *key.Composite {
	var cols []*key.Column
	for _, f := range at {
		cols = append(cols, coded(rows, f))
	}
	return key.Compose(rows, cols)
}

// made returns a dataset of two columns. The second follows from the first, so that neither a dictionary nor the
// product of the domains, seven times the groups, gives the answer away.
func made(name string, at func(r *rand.Rand) func(i int) int) dataset {
	return dataset{name, func(testing.TB) *key.Composite {
		k := at(rand.New(rand.NewPCG(1, 2)))
		first := coded(madeRows, k)
		return key.Compose(madeRows, []*key.Column{first, coded(madeRows, func(i int) int {
			return int(first.Codes.At(i) % 7)
		})})
	}}
}

func uniform(n int) func(*rand.Rand) func(int) int {
	return func(r *rand.Rand) func(int) int { return func(int) int { return r.IntN(n) } }
}

// sized draws groups with probabilities proportional to weight(i).
func sized(n int, weight func(i int) float64) func(*rand.Rand) func(int) int {
	return func(r *rand.Rand) func(int) int {
		sums := make([]float64, n)
		total := 0.0
		for i := range sums {
			total += weight(i)
			sums[i] = total
		}
		return func(int) int { return min(n-1, sort.SearchFloat64s(sums, r.Float64()*total)) }
	}
}

func zipf(s float64, n int) func(*rand.Rand) func(int) int {
	return sized(n, func(i int) float64 { return math.Pow(float64(i+1), -s) })
}

// hot gives share of the rows to keys keys and makes every other row a group of its own.
func hot(share float64, keys int) func(*rand.Rand) func(int) int {
	return func(r *rand.Rand) func(int) int {
		return func(i int) int {
			if r.Float64() < share {
				return r.IntN(keys)
			}
			return keys + i
		}
	}
}

func sorted(run int) func(*rand.Rand) func(int) int {
	return func(*rand.Rand) func(int) int { return func(i int) int { return i / run } }
}

func periodic(p int) func(*rand.Rand) func(int) int {
	return func(*rand.Rand) func(int) int { return func(i int) int { return i % p } }
}

// clustered repeats a key for a random stretch of mean rows and then goes to another of n.
func clustered(n int, mean float64) func(*rand.Rand) func(int) int {
	return func(r *rand.Rand) func(int) int {
		left, at := 0, 0
		return func(int) int {
			if left--; left < 0 {
				left, at = int(r.ExpFloat64()*mean), r.IntN(n)
			}
			return at
		}
	}
}

func lognormal(n int, sigma float64) func(*rand.Rand) func(int) int {
	return func(r *rand.Rand) func(int) int {
		return sized(n, func(int) float64 { return math.Exp(sigma * r.NormFloat64()) })(r)
	}
}

// pairs returns a dataset of two columns.
func pairs(name string, at func(r *rand.Rand) (a, b func(i int) int)) dataset {
	return dataset{name, func(testing.TB) *key.Composite {
		a, b := at(rand.New(rand.NewPCG(3, 4)))
		return keyOf(madeRows, a, b)
	}}
}

// table returns a dataset from a file and fields.
func table(file, fields string) dataset {
	return dataset{file + " " + fields, func(t testing.TB) *key.Composite {
		table, err := load.Open(context.Background(), filepath.Join(corpora(), "tables", file), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := query.ParseFields(fields)
		if err != nil {
			t.Fatal(err)
		}
		var cols []*key.Column
		for _, f := range parsed {
			c, err := key.Encode(context.Background(), table, f)
			if err != nil {
				t.Fatal(err)
			}
			cols = append(cols, c)
		}
		return key.Compose(table.Rows, cols)
	}}
}

func datasets() []dataset { return slices.Concat(shapes, files()) }

var shapes = []dataset{
	made("uniform 100", uniform(100)), made("uniform 500", uniform(500)), made("uniform 900", uniform(900)),
	made("uniform 1,024", uniform(1024)), made("uniform 1,400", uniform(1400)), made("uniform 10,000", uniform(10_000)),
	made("uniform 100,000", uniform(100_000)), made("uniform 1,000,000", uniform(1_000_000)),
	made("all unique", sorted(1)),
	made("Zipf 0.5 of 1,000", zipf(0.5, 1000)), made("Zipf 1.0 of 500", zipf(1, 500)),
	made("Zipf 1.5 of 800", zipf(1.5, 800)),
	made("Zipf 0.5 of 200,000", zipf(0.5, 200_000)), made("Zipf 0.8 of 200,000", zipf(0.8, 200_000)),
	made("Zipf 1.0 of 200,000", zipf(1, 200_000)),
	made("Zipf 1.2 of 200,000", zipf(1.2, 200_000)), made("Zipf 1.5 of 200,000", zipf(1.5, 200_000)),
	made("one hot key, 1% unique", hot(0.99, 1)), made("100 hot keys, half unique", hot(0.5, 100)),
	made("one hot key, 200 unique", hot(0.9998, 1)),
	made("log-normal 300", lognormal(300, 1)), made("log-normal 5,000", lognormal(5000, 1.5)),
	made("sorted, runs of 10", sorted(10)), made("sorted, runs of 150", sorted(150)),
	made("sorted, runs of 2,000", sorted(2000)),
	made("clustered, 700 keys", clustered(700, 500)), made("clustered, 20,000 keys", clustered(20_000, 30)),
	made("periodic 100", periodic(100)), made("periodic 997", periodic(997)), made("periodic 20,000", periodic(20_000)),
	pairs("20 x 8, half of the pairs", func(r *rand.Rand) (a, b func(int) int) {
		last := 0
		return func(int) int { return r.IntN(20) }, func(i int) int { last = r.IntN(4); return 2*last + i%2 }
	}),
	pairs("Zipf 0.8 of 300 x Zipf 1.0 of 400", func(r *rand.Rand) (a, b func(int) int) {
		return zipf(0.8, 300)(r), zipf(1, 400)(r)
	}),
	pairs("log-normal 2,000 x uniform 50", func(r *rand.Rand) (a, b func(int) int) {
		return lognormal(2000, 1.5)(r), uniform(50)(r)
	}),
	pairs("city and its region", func(r *rand.Rand) (a, b func(int) int) {
		city := make([]int, madeRows)
		draw := zipf(0.7, 4000)(r)
		for i := range city {
			city[i] = draw(i)
		}
		return func(i int) int { return city[i] }, func(i int) int { return city[i] % 50 }
	}),
	pairs("product and price, mostly tied", func(r *rand.Rand) (a, b func(int) int) {
		product := make([]int, madeRows)
		for i := range product {
			product[i] = r.IntN(400)
		}
		return func(i int) int { return product[i] }, func(i int) int {
			if r.Float64() < 0.97 {
				return product[i] % 200
			}
			return r.IntN(200)
		}
	}),
}

// files returns the datasets of the collections.
func files() []dataset {
	if corpora() == "" {
		return nil
	}
	return []dataset{
		table("flights-3m.parquet", "origin,destination"), table("flights-3m.parquet", "day(date),origin"),
		table("flights-3m.parquet", "delay,distance"),
		table("diamonds.parquet", "cut,color,clarity"), table("diamonds.parquet", "carat,price"),
		table("zipcodes.csv", "state,county"), table("zipcodes.csv", "city,state"),
		table("pizzaplace.csv", "name,date"),
	}
}
