// Package measure binds the measures of a query to states, which several measures may share, and reads the
// figures of groups out of finished states. Each figure is rounded once, where it must be.
//
// measure must not know keys beyond the group ids of the states, nor tiers.
package measure
