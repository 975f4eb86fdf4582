package lang

import "cardinal/internal/wording"

// With has the values of a template by their names.
type With = wording.With

// L returns the translation of an English text, with the values in place.
func L(text string, with ...With) string { return Words().L(text, with...) }

// X returns the translation of an English text that has a key of its own (wording.Words.X).
func X(key, text string, with ...With) string { return Words().X(key, text, with...) }

// N returns the translation of a text about a number of things (wording.Words.N).
func N[I int | int64](one, many string, n I, with ...With) string {
	return Words().N(one, many, int(n), with...)
}

// Key marks an English text as a key. The text is translated where it is shown.
func Key(text string) string { return text }

// InSentence returns a text in the form that it has within a sentence (wording.Words.InSentence).
func InSentence(text string) string { return Words().InSentence(text) }
