// Package dispatch decides which tier runs a group-by. A tier makes an offer: what forbids it, what it is
// expected to take, and a score where it has one. Decide picks one of the offers, and one sentence says why.
// Crossovers are the numbers of groups at which the choice turns. Guard says when a crosstab would be too large
// to be shown.
//
// Package dispatch is arithmetic on numbers that it is given. It must not know tables, devices, or which tiers
// there are.
package dispatch
