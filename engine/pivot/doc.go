// Package pivot makes the answer: a crosstab with two axes, subtotals and totals, and the grid of cells that
// people see, copy and export.
//
// Every total is computed from the aggregate states of its rows and never from other cells. The package must
// not know tiers.
//
// The package has more files than others, since axes, cells, orders and the grid work on the nodes of the same
// two trees.
package pivot
