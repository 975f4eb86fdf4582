package export

import (
	"fmt"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// parts reads the exact numbers of the groups. If a part of a measure has no exact numbers, the script cannot compute
// the measure.
func (m *pivoting) parts(finest *pivot.Crosstab) {
	bad := map[int]bool{}
	for i, of := range finest.Measures {
		var part pivotingPart
		ok := false
		if of.Func == query.Min || of.Func == query.Max {
			part, ok = rankedPart(finest, i)
		} else {
			part, ok = exactPart(finest, i)
		}
		if bad[i] = !ok; !ok {
			part = pivotingPart{Values: make([]*string, len(m.Groups))}
		}
		m.Parts = append(m.Parts, part)
	}
	for _, f := range m.Measures {
		if slices.ContainsFunc(f.Parts, func(part int) bool { return bad[part] }) {
			f.Kind = ""
		}
		if f.Kind != "" {
			f.Numbers = nil
		}
	}
}

// exactPart returns the sums or counts of the groups. ok is false if one of them is NaN or infinite.
func exactPart(finest *pivot.Crosstab, i int) (part pivotingPart, ok bool) {
	numbers := make([]*big.Rat, 0, len(finest.Rows.Leaves()))
	part = pivotingPart{Base: 10, Exp: finest.Cell(0, 0, i).Scale}
	if finest.Cell(0, 0, i).Type == data.Float {
		part.Base = 2
	}
	for _, leaf := range finest.Rows.Leaves() {
		r, ok := finest.Exact(leaf, 0, i)
		if !ok {
			return part, false
		}
		if numbers = append(numbers, r); part.Base == 2 {
			part.Exp = max(part.Exp, r.Denom().BitLen()-1)
		}
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(int64(part.Base)), big.NewInt(int64(part.Exp)), nil))
	for _, r := range numbers {
		if r.Mul(r, unit); !r.IsInt() {
			return part, false
		}
		text := r.Num().String()
		part.Values = append(part.Values, &text)
	}
	return part, true
}

// rankedPart returns the ranks of the least or greatest values of the groups. NaN has the rank that is chosen last. ok
// is false for texts and truth values.
func rankedPart(finest *pivot.Crosstab, i int) (part pivotingPart, ok bool) {
	type ranked struct {
		v    data.Value
		leaf int
	}
	var all []ranked
	leaves := finest.Rows.Leaves()
	for at, leaf := range leaves {
		switch v := finest.Cell(leaf, 0, i); v.Type {
		case data.Null:
		case data.Int, data.Decimal, data.Float, data.Date, data.Timestamp:
			all = append(all, ranked{v, at})
		default:
			return part, false
		}
	}
	nan := map[query.Func]int{query.Min: 1, query.Max: -1}[finest.Measures[i].Func]
	compare := func(a, b ranked) int {
		switch x, y := a.v.Float != a.v.Float, b.v.Float != b.v.Float; {
		case x && y:
			return 0
		case x:
			return nan
		case y:
			return -nan
		}
		if a.v.Type == data.Float {
			return big.NewFloat(a.v.Float).Cmp(big.NewFloat(b.v.Float))
		}
		return a.v.Int.Big().Cmp(b.v.Int.Big())
	}
	slices.SortStableFunc(all, compare)
	part.Values = make([]*string, len(leaves))
	for j, r := range all {
		if j == 0 || compare(all[j-1], r) != 0 {
			number := 0.0
			if f := finiteNumber(r.v); f != nil {
				number = *f
			}
			part.Numbers = append(part.Numbers, number)
			part.Texts = append(part.Texts, finest.Measures[i].Format.Text(r.v))
		}
		rank := fmt.Sprint(len(part.Texts) - 1)
		part.Values[r.leaf] = &rank
	}
	return part, true
}
