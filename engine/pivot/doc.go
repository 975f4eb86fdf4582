// Package pivot makes the answer: a crosstab with two axes, subtotals and totals, and the grid of cells that people see, copy and
// export.
//
// Every total is computed from the aggregate states of its rows and never from other cells. The package must not know tiers.
package pivot
