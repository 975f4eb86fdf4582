// Package pivot makes the answer to a query: a crosstab with two axes, subtotals and totals. It also makes the grid of
// cells that people see, copy and export.
//
// Every total is computed from the aggregate states of its rows and never from the figures of other cells. The package
// must not know tiers.
//
// The package has more files than other packages because axes, cells, orders and the grid share the nodes of two trees.
package pivot
