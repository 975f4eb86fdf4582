package chart

import (
	"context"
	"slices"
)

// fewPoints is the least number of labels for which suggest draws two measures as points.
const fewPoints = 5

// manyNumbers is the least number of labels for which suggest draws a field of numbers as a line instead of bars.
const manyNumbers = 100

// choose returns the kind of a style or, for Auto, the kind that suggest chooses. The error says why this kind cannot
// draw the figures.
func (f *figures) choose(ctx context.Context, s Style) (k *Kind, err error) {
	if k = s.Kind; k == nil {
		if k, err = f.suggest(ctx); err != nil {
			return nil, err
		}
	}
	if err := s.check(k); err != nil {
		return nil, err
	}
	return k, k.suits(f)
}

// suggest chooses lines for dates and for many numbers, and points for two measures. It chooses a heat map if both axes
// have many labels, and stacked bars for parts that add up. Otherwise it chooses bars.
func (f *figures) suggest(ctx context.Context) (*Kind, error) {
	if at := f.lineField(); at >= 0 && isLasting(f.fields[at]) {
		if f.countLabels(at) > 2 {
			return lines, nil
		}
	}
	numbers := len(f.fields) == 1 && f.fields[0].ordered && len(f.rows)*len(f.cols) >= manyNumbers
	switch {
	case len(f.measures) > 1 && len(f.rows)*len(f.cols) >= fewPoints && (f.hasNoOrder() || numbers):
		return points, nil
	case numbers:
		return lines, nil
	case len(f.fields) < 2:
		return bars, nil
	}
	x, by := f.stackSides()
	t, err := f.table(ctx, x, by, f.measures[:1])
	if err != nil {
		return nil, err
	}
	lo, _, some := t.bounds()
	switch {
	case !some:
		return bars, nil
	case len(t.by) > maxSeries || len(t.x) > 40:
		return heatMap, nil
	case f.adds(f.measures[0]) && lo >= 0:
		return stackedBars, nil
	case len(t.by)*len(t.x) > 60:
		return heatMap, nil
	}
	return bars, nil
}

// hasNoOrder reports whether no field has an order.
func (f *figures) hasNoOrder() bool {
	return !slices.ContainsFunc(f.fields, func(f field) bool { return f.ordered })
}

// isLasting reports whether the labels of a field are times that do not recur, such as March 2024. Weekdays, for
// example, recur.
func isLasting(f field) bool { return f.dated && (f.time || !f.Part.Kind().Recurs()) }

// countLabels returns the number of labels that a field has on its axis.
func (f *figures) countLabels(at int) int {
	rows := at < f.onRows
	return len(f.parts(rows, []int{at}).labels)
}
