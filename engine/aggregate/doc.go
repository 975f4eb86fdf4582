// Package aggregate has the states of aggregates. A state is a column of accumulators, one for each group id. States
// are updated by batches of rows. They are merged between workers, and into totals.
//
// Every state is exact and merges in any order, so that a figure never depends on the tier, the number of threads or
// the order of the rows. Package packed adds several sums by one addition; package measure binds the measures of a
// query to states and reads their figures. aggregate must not know queries and tiers. Of keys, it knows only the group
// ids that it is given.
package aggregate
