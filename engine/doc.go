// Package engine answers pivots: Engine.Pivot, in pivot.go, is the way of one query from its text to the
// crosstab. Every step is a function of values that returns values, and most steps are a package below. The
// tiers are listed in tiers.go.
//
// Package engine must not know windows, commands or files.
package engine
