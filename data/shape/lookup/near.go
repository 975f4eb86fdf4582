package lookup

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"unicode"

	"cardinal/internal/separators"
)

// Near counts missed keys that would be found if upper and lower case, or blanks around keys, were ignored.
type Near struct {
	Case, Blanks int // keys found if only case, or only blanks, were ignored
	Both         int // keys found if both were ignored; includes Case and Blanks
}

// nearOf compares texts that were not found with the keys of the second table. Its memory grows with the texts, not
// with the second table.
func nearOf(ctx context.Context, missed []string, keys iter.Seq[string]) (n Near, err error) {
	if len(missed) == 0 {
		return n, nil
	}
	alike, at := make(map[string][]*near, len(missed)), 0
	looked := func() error {
		if at++; at%batch == 0 {
			return ctx.Err()
		}
		return nil
	}
	all := make([]near, len(missed))
	for i, key := range missed {
		if err := looked(); err != nil {
			return n, err
		}
		all[i].key = key
		bare := foldCase(key)
		alike[bare] = append(alike[bare], &all[i])
	}
	for key := range keys {
		if err := looked(); err != nil {
			return n, err
		}
		for _, m := range alike[foldCase(key)] {
			m.found = true
			m.inCase = m.inCase || strings.EqualFold(m.key, key)
			m.inBlanks = m.inBlanks || trimKeys(m.key) == trimKeys(key)
		}
	}
	for _, m := range all {
		if m.found {
			n.Both++
		}
		if m.inCase {
			n.Case++
		}
		if m.inBlanks {
			n.Blanks++
		}
	}
	return n, nil
}

// near says how a text that was not found would be found.
type near struct {
	key                     string
	found, inCase, inBlanks bool // found if both were ignored; if only case was; if only blanks were
}

// foldCase removes the blanks around a text, and makes all cases equal.
func foldCase(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, trimKeys(s))
}

// trimKeys removes the blanks around each key of a text.
func trimKeys(s string) string {
	if !strings.Contains(s, between) {
		return strings.TrimSpace(s)
	}
	keys := strings.Split(s, between)
	for i := range keys {
		keys[i] = strings.TrimSpace(keys[i])
	}
	return strings.Join(keys, between)
}

// Sentence writes how many keys would be found; "" for no key.
func (n Near) Sentence() string {
	what := "upper and lower case and the blanks around keys"
	switch n.Both {
	case 0:
		return ""
	case n.Case:
		what = "upper and lower case"
	case n.Blanks:
		what = "the blanks around keys"
	}
	return fmt.Sprintf("%s would match if %s were ignored", separators.Counted(n.Both, "key"), what)
}
