package estimates

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Shapes are the shapes with which the estimates are tested. The table of likely ranges was fitted to other data.
var Shapes = slices.Concat(evenShapes, skewedShapes, rareShapes, hotShapes, orderedShapes, tiedShapes, productShapes,
	uniqueShapes)

var evenShapes = []Shape{
	one("even", "uniform 60", uniform(60)),
	one("even", "uniform 1,025", uniform(1025)),
	one("even", "uniform 2,049", uniform(2049)),
	one("even", "uniform 20,000", uniform(20_000)),
	one("even", "uniform 150,000", uniform(150_000)),
	one("even", "uniform 1,000,000", uniform(1_000_000)),
	one("even", "3,000 multiples of 65,536", times(1<<16, uniform(3000))),
	apart("even", "200 multiples of 1,048,576 by 200 of 4,096", times(1<<20, uniform(200)), times(1<<12, uniform(200))),
}

var skewedShapes = []Shape{
	one("skewed", "Zipf 0.5 of 100,000", zipf(0.5, 100_000)),
	one("skewed", "Zipf 0.8 of 300,000", zipf(0.8, 300_000)),
	one("skewed", "Zipf 1.0 of 50,000", zipf(1, 50_000)),
	one("skewed", "Zipf 1.1 of 1,000,000", zipf(1.1, 1_000_000)),
	one("skewed", "Zipf 1.3 of 200,000", zipf(1.3, 200_000)),
	one("skewed", "Zipf 1.5 of 100,000", zipf(1.5, 100_000)),
	one("skewed", "Zipf 2.0 of 1,000,000", zipf(2, 1_000_000)),
	one("skewed", "geometric", func(r *rand.Rand, _ int) func(int) int64 {
		return func(int) int64 { return int64(700 * r.ExpFloat64()) }
	}),
	one("skewed", "log-normal of 20,000, sigma 1", lognormal(20_000, 1)),
	one("skewed", "log-normal of 100,000, sigma 2", lognormal(100_000, 2)),
	one("skewed", "Cauchy", func(r *rand.Rand, _ int) func(int) int64 {
		return func(int) int64 { return int64(min(1e6, 500*math.Abs(math.Tan(math.Pi*(r.Float64()-0.5))))) }
	}),
	one("skewed", "500 large, 50,000 small", mix(0.8, uniform(500), 500, uniform(50_000))),
	one("skewed", "Pareto's 80 to 20, of 30,000", sized(30_000, func(_ *rand.Rand, i int) float64 {
		return math.Pow(float64(i+1), -0.86)
	})),
}

var rareShapes = []Shape{
	one("rare", "10 keys and a rare one", needles(1, 1, uniform(10), 10)),
	one("rare", "10 keys and 10 rare ones", needles(10, 1, uniform(10), 10)),
	text(one("rare", "10 keys and 290 rare ones", needles(290, 1, uniform(10), 10))),
	one("rare", "10 keys and 290 rare ones, far apart", needles(290, 1, times(1<<20, uniform(10)), 11<<20)),
	text(one("rare", "40 keys and 1,000 of 20 rows", needles(1000, 20, uniform(40), 40))),
	many("rare", "20 diagonal pairs and 100 others", func(r *rand.Rand, rows int) []func(int) int64 {
		pick, last := needles(100, 1, uniform(20), 20)(r, rows), int64(0)
		return []func(int) int64{
			func(i int) int64 { last = pick(i); return last % 20 },
			func(int) int64 {
				if last < 20 {
					return last
				}
				return (last + last/20) % 20
			},
		}
	}),
	one("rare", "60 keys, and 999 new ones at the end", func(r *rand.Rand, rows int) func(int) int64 {
		return func(i int) int64 {
			if i >= rows-999 {
				return int64(i - rows + 1059)
			}
			return r.Int64N(60)
		}
	}),
	one("rare", "one key in 99.99%", mix(0.9999, uniform(1), 1, unique)),
	one("rare", "1,000 needles, unique", needles(1000, 1, uniform(12), 12)),
	one("rare", "5,000 needles of 2 rows", needles(5000, 2, uniform(25), 25)),
	one("rare", "950 uniform and 200 needles", needles(200, 1, uniform(950), 950)),
}

var hotShapes = []Shape{
	one("hot", "half one key, half unique", mix(0.5, uniform(1), 1, unique)),
	one("hot", "90% 5 keys, 10% unique", mix(0.9, uniform(5), 5, unique)),
	one("hot", "99% one key, 1% unique", mix(0.99, uniform(1), 1, unique)),
	one("hot", "half Zipf 1.2, half unique", mix(0.5, zipf(1.2, 100_000), 100_000, unique)),
	one("hot", "95% one key, 5% of 80,000", mix(0.95, uniform(1), 1, uniform(80_000))),
	one("hot", "100 hot keys, 30% of 100,000", mix(0.7, uniform(100), 100, uniform(100_000))),
}

var orderedShapes = []Shape{
	one("ordered", "periodic 20,000", each(func(i, _ int) int64 { return int64(i % 20_000) })),
	one("ordered", "periodic 997, 20 times other ones", each(func(i, rows int) int64 {
		return int64(i%997 + 20*i/rows*997)
	})),
	one("ordered", "sorted, runs of 10", each(func(i, _ int) int64 { return int64(i / 10) })),
	one("ordered", "sorted, runs of 150", each(func(i, _ int) int64 { return int64(i / 150) })),
	one("ordered", "sorted blocks of 37 keys", func(r *rand.Rand, _ int) func(int) int64 {
		return func(i int) int64 { return int64(i/10_000*37) + r.Int64N(37) }
	}),
	one("ordered", "clustered, 20,000 keys", clustered(30, uniform(20_000))),
	one("ordered", "clustered twice", clustered(20, func(r *rand.Rand, _ int) func(int) int64 {
		left, at := 0, int64(0)
		return func(int) int64 {
			if left--; left < 0 {
				left, at = int(r.ExpFloat64()*50), r.Int64N(1000)
			}
			return 100*at + r.Int64N(100)
		}
	})),
	many("ordered", "bursts of minutes by users", func(r *rand.Rand, rows int) []func(int) int64 {
		return []func(int) int64{
			func(i int) int64 { return int64(1440 * 7 * i / rows) },
			func(int) int64 { return int64(math.Pow(r.Float64(), 3) * 20_000) },
		}
	}),
	one("ordered", "new keys arrive", func(r *rand.Rand, _ int) func(int) int64 {
		return func(i int) int64 { return int64(math.Sqrt(float64(i)+1) * 16 * r.Float64()) }
	}),
	one("ordered", "runs of growing length", each(func(i, _ int) int64 { return int64(math.Sqrt(float64(i))) })),
}

var tiedShapes = []Shape{
	cities("city, region and country", 0),
	text(cities("city, region and country", 0)),
	cities("city, region and country, 1% noise", 0.01),
	many("tied", "b = a + N(0, 3)", func(r *rand.Rand, _ int) []func(int) int64 {
		last := int64(0)
		return []func(int) int64{
			func(int) int64 { last = r.Int64N(5000); return last },
			func(int) int64 { return last + int64(math.Round(3*r.NormFloat64())) },
		}
	}),
	many("tied", "diagonal of 1,000 by 1,000", func(r *rand.Rand, _ int) []func(int) int64 {
		last := int64(0)
		return []func(int) int64{
			func(int) int64 { last = r.Int64N(1000); return last },
			func(int) int64 { return (last + r.Int64N(100)) % 1000 },
		}
	}),
	many("tied", "product and price, mostly tied", func(r *rand.Rand, _ int) []func(int) int64 {
		last := int64(0)
		return []func(int) int64{
			func(int) int64 { last = r.Int64N(400); return last },
			func(int) int64 {
				if r.Float64() < 0.97 {
					return last % 200
				}
				return r.Int64N(200)
			},
		}
	}),
	many("tied", "users and their months", func(r *rand.Rand, _ int) []func(int) int64 {
		last := int64(0)
		return []func(int) int64{
			func(int) int64 { last = r.Int64N(8000); return last },
			func(int) int64 { return last%18 + r.Int64N(6) },
		}
	}),
}

// cities draws cities by Zipf's law, with their region and country. In the share `noise` of the rows, the region is a
// random one.
func cities(name string, noise float64) Shape {
	return many("tied", name, func(r *rand.Rand, rows int) []func(int) int64 {
		pick, last := zipf(0.7, 5000)(r, rows), int64(0)
		return []func(int) int64{
			func(i int) int64 { last = pick(i); return last },
			func(int) int64 {
				if r.Float64() < noise {
					return r.Int64N(200)
				}
				return last % 200
			},
			func(int) int64 { return last % 200 % 20 },
		}
	})
}

var productShapes = []Shape{
	apart("product", "1,000 by 1,000", uniform(1000), uniform(1000)),
	apart("product", "three Zipf keys", zipf(1, 100), zipf(1, 50), zipf(1, 12)),
	text(apart("product", "Zipf 0.8 of 300 by Zipf 1.0 of 400", zipf(0.8, 300), zipf(1, 400))),
	apart("product", "log-normal of 2,000 by 50", lognormal(2000, 1.5), uniform(50)),
	text(many("product", "20 by 8, half of the pairs", func(r *rand.Rand, _ int) []func(int) int64 {
		last := int64(0)
		return []func(int) int64{
			func(int) int64 { last = r.Int64N(20); return last },
			func(int) int64 { return 2*r.Int64N(4) + last%2 },
		}
	})),
	apart("product", "365 days by 300 places of Zipf 1.2", each(func(i, rows int) int64 {
		return int64(365 * i / rows)
	}), zipf(1.2, 300)),
}

var uniqueShapes = []Shape{
	one("unique", "all unique", unique),
	one("unique", "every key twice", each(func(i, _ int) int64 { return int64(i / 2) })),
	one("unique", "every key three times", each(func(i, rows int) int64 { return int64(i % (rows / 3)) })),
	one("unique", "95% unique", func(r *rand.Rand, _ int) func(int) int64 {
		return func(i int) int64 {
			if r.Float64() < 0.05 {
				return r.Int64N(int64(i) + 1)
			}
			return int64(i)
		}
	}),
}
