package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles a regular expression at its first call. A wrong expression panics at that call.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
