// Package dispatch decides which tier runs a pivot: six factors make a score, gates can forbid the GPU, a cost model
// predicts each tier's time.
//
// It is arithmetic on numbers it is given; it must not know tables, tiers' code or devices.
package dispatch
