package lang

import (
	"cardinal/internal/memory"
	"cardinal/internal/wording"
)

// With has the values for the placeholders of a text, by their names.
type With = wording.With

// L returns the translation of an English text, with the values in place of its placeholders.
func L(text string, with ...With) string { return Words().L(text, with...) }

// X returns the translation of an English text whose key differs from the text (wording.Words.X).
func X(key, text string, with ...With) string { return Words().X(key, text, with...) }

// N returns the translation of a text about a number of things (wording.Words.N).
func N[I int | int64](one, many string, n I, with ...With) string {
	return Words().N(one, many, int(n), with...)
}

// Key returns an English text, and marks it as a key of the catalogues. The text is translated when it is shown.
func Key(text string) string { return text }

// InSentence returns a text in the form for the middle of a sentence (wording.Words.InSentence).
func InSentence(text string) string { return Words().InSentence(text) }

// Size writes a number of bytes with a unit of the language, such as 24 MB or 24 Mo.
func Size(bytes int64) string { return Words().Phrase(memory.Format(bytes)) }
