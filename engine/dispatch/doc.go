// Package dispatch decides which tier runs a pivot: six factors make a score, gates can forbid the GPU, a cost model
// predicts each tier's time. Its constants start at the documents' and at those of one machine, and are fitted to what
// a machine measures of itself, which is kept in a file. A guard says when a crosstab would be too large.
//
// It is arithmetic on numbers it is given; it must not know tables, tiers' code or devices.
package dispatch
