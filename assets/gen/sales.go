package main

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sort"
	"time"
)

const (
	seed     = 20230101
	rowCount = 500_000
	days     = 731 // 2023-01-01 to 2024-12-31
)

// firstDay is 2023-01-01 in days since 1970-01-01.
var firstDay = int(time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).Unix() / 86400)

// The statuses. A returned sale is a refund: its revenue is negative.
var statuses = []string{"delivered", "shipped", "processing", "pending", "returned", "cancelled"}

const (
	delivered = iota
	shipped
	processing
	pending
	returned
	cancelled
	none // null
)

// sale is one row. If the value is missing, city is -1 and status is none.
type sale struct {
	day      int // days since firstDay
	region   int
	city     int
	category int
	status   int
	quantity int
	cents    int64
	priced   bool // false: no revenue
}

// drawSales draws n sales, ordered by date, region, city and category. It uses only integer arithmetic, so that every
// machine draws the same sales.
func drawSales(seed uint64, n int) []sale {
	r := rand.New(rand.NewPCG(seed, 0))
	var byRegion [8]picker // by quarter
	for q := range byRegion {
		byRegion[q] = newPicker(len(regions), func(i int) int {
			if q < regions[i].open || q >= regions[i].shut {
				return 0
			}
			return regions[i].weight
		})
	}
	byCity := make([]picker, len(regions))
	for i := range regions {
		byCity[i] = newPicker(len(regions[i].cities), powerLaw)
	}
	byCategory := newPicker(len(categories), func(i int) int { return 1_000_000 / (i + 8) })
	byQuantity := newPicker(len(quantities), func(i int) int { return quantities[i] })
	byDiscount := newPicker(len(discounts), func(i int) int { return discounts[i].weight })
	byVariant := newPicker(variants, func(i int) int { return []int{50, 30, 15, 5}[i] })

	traffic := newPicker(days, dayWeight)
	sales := make([]sale, 0, n)
	for day := range days {
		from := len(sales)
		for len(sales) < traffic[day]*n/traffic[days-1] {
			s := sale{day: day, region: byRegion[quarterOf(day)].pick(r), category: byCategory.pick(r), priced: true}
			s.city = byCity[s.region].pick(r)
			s.quantity = byQuantity.pick(r)
			s.status = drawStatus(r, days-1-day)
			price := prices[categories[s.category].price+byVariant.pick(r)]
			off := int64(discounts[byDiscount.pick(r)].percent)
			s.cents = (price*(100-off)*int64(s.quantity) + 50) / 100
			if s.status == returned {
				s.cents = -s.cents
			}
			blank(r, &s)
			sales = append(sales, s)
		}
		slices.SortStableFunc(sales[from:], func(a, b sale) int {
			return cmp.Or(cmp.Compare(a.region, b.region), cmp.Compare(a.city, b.city),
				cmp.Compare(a.category, b.category))
		})
	}
	return sales
}

// blank removes values: revenue that is not settled yet, a city that was not entered, a status that was lost.
func blank(r *rand.Rand, s *sale) {
	s.priced = s.status != pending || r.IntN(3) > 0
	if r.IntN(100) == 0 {
		s.city = -1
	}
	if r.IntN(80) == 0 {
		s.status = none
	}
}

// drawStatus draws the status of a sale made `age` days before the last day. The newest sales are still on their way.
func drawStatus(r *rand.Rand, age int) int {
	switch x := r.IntN(1000); {
	case x < 32:
		return returned
	case x < 50:
		return cancelled
	case x < 62:
		return pending
	case age < 21 && r.IntN(21) >= age:
		if age < 7 {
			return processing
		}
		return shipped
	case x < 80:
		return processing
	case x < 130:
		return shipped
	}
	return delivered
}

// dayWeight returns the sales of a day relative to other days: they grow, drop at weekends and peak before Christmas.
func dayWeight(day int) int {
	date := time.Unix(int64(firstDay+day)*86400, 0).UTC()
	season := []int{82, 80, 92, 96, 101, 98, 88, 84, 99, 106, 131, 143}[date.Month()-1]
	week := []int{58, 104, 108, 107, 110, 121, 92}[date.Weekday()]
	return season * week * (1000 + day/2)
}

// powerLaw returns the weight of place i of a list: a few cities sell most, and the last hardly anything.
func powerLaw(i int) int { return 1_000_000 / ((i + 1) * (i + 6)) }

func quarterOf(day int) int {
	date := time.Unix(int64(firstDay+day)*86400, 0).UTC()
	return (date.Year()-2023)*4 + (int(date.Month())-1)/3
}

// picker draws places in proportion to their weights. It holds the running sums of the weights.
type picker []int

func newPicker(n int, weight func(int) int) picker {
	p := make(picker, n)
	sum := 0
	for i := range p {
		sum += weight(i)
		p[i] = sum
	}
	return p
}

func (p picker) pick(r *rand.Rand) int {
	return sort.SearchInts(p, r.IntN(p[len(p)-1])+1)
}
