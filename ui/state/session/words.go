package session

import (
	"errors"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/ui/look/lang"
)

// Failure returns the message about an error.
func Failure(err error) Message { return Message{Error: true, Text: Sentence(err)} }

// Sentence turns an error into one sentence for a person. No other code does so. If an error says what failed on what,
// its words are kept. A bare error of the system gets better words.
func Sentence(err error) string {
	if path, bare := err.(*fs.PathError); bare { //nolint:errorlint // one that is wrapped keeps its words
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return lang.L("There is no file {{.File}}.", lang.With{"File": path.Path})
		case errors.Is(err, fs.ErrPermission):
			return lang.L("You are not allowed to use {{.File}}.", lang.With{"File": path.Path})
		}
	}
	return Said(err.Error())
}

// Said translates an English text, such as a note, and returns it with a capital and a full stop.
func Said(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(lang.Words().Sentence(lang.L(text))), "\n")
	if text == "" {
		return lang.L("Something failed and did not say what.")
	}
	// names of files and servers keep their case
	if word, _, _ := strings.Cut(text, " "); !strings.ContainsAny(strings.TrimRight(word, ".,:"), "./\\:") {
		first, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "。") {
		return lang.L("{{.Sentence}}.", lang.With{"Sentence": text})
	}
	return text
}
