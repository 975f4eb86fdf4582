// Package measure binds the measures of a query to states, and reads the figures of groups out of finished states.
// Several measures may share a state. Each figure is rounded at most once.
//
// An aggregate is a function such as sum; a measure is an aggregate of a column.
//
// measure must not know tiers. Of keys, it knows only the group ids of the states.
package measure
