// Package dispatch decides which tier runs a group-by. A tier makes an offer: its gates, its expected time, and
// perhaps a score. Decide picks one of the offers, and one sentence says why. Crossovers are the numbers of groups at
// which the choice changes. Guard reports when a crosstab would be too large to be shown.
//
// Package dispatch is arithmetic on given numbers. It must not know tables, devices, or which tiers exist.
package dispatch
