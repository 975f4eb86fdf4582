// Package pivot is the answer: a crosstab with two axes, subtotals and totals, and the grid of cells that
// people see, copy and export.
//
// Every total is computed from the states of the rows behind it, never from other cells. pivot must not know tiers.
package pivot
