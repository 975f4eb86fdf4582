package view

import (
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// FuncsOf lists the usual aggregates that make sense for a column, the most likely first.
func FuncsOf(c *data.Column) []query.Func {
	switch {
	case c.Type.Numeric():
		return []query.Func{query.Sum, query.Avg, query.Min, query.Max, query.Count, query.Distinct}
	case c.Type == data.Bool:
		return []query.Func{query.Count, query.Distinct}
	}
	return []query.Func{query.Count, query.Distinct, query.Min, query.Max}
}

// Funcs are aggregates of a kind. Those that have a title stand under it in a menu of their own.
type Funcs struct {
	Title string
	Of    []query.Func
}

// MoreFuncsOf lists the other aggregates that make sense for a column.
func MoreFuncsOf(c *data.Column) []Funcs {
	switch {
	case c.Type.Numeric():
		return []Funcs{
			{"", []query.Func{query.Median, query.Quantile}},
			{"Spread", []query.Func{query.Stddev, query.StddevPop, query.Var, query.VarPop}},
			{"", []query.Func{query.Mode, query.First, query.Last, query.Top, query.Product}},
			{"", []query.Func{query.Ratio, query.Corr}},
		}
	case c.Type == data.Date || c.Type == data.Timestamp:
		return []Funcs{{"", []query.Func{query.Mode, query.First, query.Last, query.Top}}}
	}
	return []Funcs{{"", []query.Func{query.Mode, query.First, query.Last}}}
}

// Quantiles and Places are the parameters that menus offer at once.
var (
	Quantiles = []string{"0.05", "0.25", "0.75", "0.9", "0.95", "0.99"}
	Places    = []string{"3", "5", "10"}
)

// Partners lists the columns that a ratio or a correlation can be taken with: every other column of numbers.
func Partners(t *data.Table, column string) []string {
	var names []string
	for _, c := range t.Columns {
		if c.Type.Numeric() && c.Name != column {
			names = append(names, c.Name)
		}
	}
	return names
}

// ShowsOf lists the ways to show a measure, in the order of menus.
func ShowsOf(m query.Measure) []query.Show {
	return slices.DeleteFunc(slices.Clone(query.Shows), func(s query.Show) bool { return s == query.Running && !m.Adds() })
}

// SetFunc is the measure with another aggregate. How it is shown stays only where the figure is still a number, and adds up if it must.
func SetFunc(m query.Measure, f query.Func, c *data.Column) query.Measure {
	m.Func, m.Other, m.Param = f, "", ""
	if !Shareable(m, c) || !slices.Contains(ShowsOf(m), m.Show) {
		m.Show = query.AsIs
	}
	return m
}

// Shareable reports whether a measure of column c, nil where it has none, can be shown as a share of a total.
func Shareable(m query.Measure, c *data.Column) bool {
	switch m.Func {
	case query.Top:
		return false
	case query.Min, query.Max, query.First, query.Last, query.Mode:
		return c == nil || c.Type.Numeric()
	}
	return true
}

var (
	errPercent = errors.New("write a percentage from 0 to 100 with at most 7 places")
	errPlaces  = errors.New("write a whole number from 1 to 100")
)

// ParsePercent reads a percentage as typed, 99.9 or 99.9%, as the parameter of a quantile.
func ParsePercent(text string) (param string, err error) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	if text == "" || len(text) > 12 || strings.Trim(text, "0123456789.") != "" {
		return "", errPercent
	}
	share, ok := new(big.Rat).SetString(text)
	if !ok {
		return "", errPercent
	}
	param = share.Quo(share, big.NewRat(100, 1)).FloatString(9)
	param = strings.TrimSuffix(strings.TrimRight(param, "0"), ".")
	again, _ := new(big.Rat).SetString(param)
	if _, _, bad := (query.Measure{Func: query.Quantile, Param: param}).Share(); bad != nil || again.Cmp(share) != 0 {
		return "", errPercent
	}
	return param, nil
}

// ParsePlaces reads how many values a top keeps, as typed.
func ParsePlaces(text string) (param string, err error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	param = strconv.Itoa(n)
	if err == nil {
		_, err = query.Measure{Func: query.Top, Param: param}.Places()
	}
	if err != nil {
		return "", errPlaces
	}
	return param, nil
}
