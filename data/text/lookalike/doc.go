// Package lookalike finds labels that look the same and are different texts, such as "Köln" and "Köln " with a blank at
// its end. It must not know where the labels come from.
package lookalike
