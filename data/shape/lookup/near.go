package lookup

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"unicode"
)

// Near counts the keys that are not found and would be found if upper and lower case, or blanks before and
// behind them, did not count.
type Near struct {
	Case, Blanks int // if one of them did not count
	Both         int // if neither counted, these keys among them
}

// nearOf compares texts that were not found with the keys of the second table. What it keeps is as large as the
// texts are, not as the second table.
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
		bare := folded(key)
		alike[bare] = append(alike[bare], &all[i])
	}
	for key := range keys {
		if err := looked(); err != nil {
			return n, err
		}
		for _, m := range alike[folded(key)] {
			m.found = true
			m.inCase = m.inCase || strings.EqualFold(m.key, key)
			m.inBlanks = m.inBlanks || trimmed(m.key) == trimmed(key)
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

// near is a text that was not found, and what would find it.
type near struct {
	key                     string
	found, inCase, inBlanks bool // if neither case nor blanks counted, if case did not, and if blanks did not
}

// folded is a text without the blanks around it, and the same of any case.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, trimmed(s))
}

// trimmed is a text of keys without the blanks around each of them.
func trimmed(s string) string {
	if !strings.Contains(s, between) {
		return strings.TrimSpace(s)
	}
	keys := strings.Split(s, between)
	for i := range keys {
		keys[i] = strings.TrimSpace(keys[i])
	}
	return strings.Join(keys, between)
}

// Sentence says how many keys would be found, "" where none would.
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
	return fmt.Sprintf("%s would match if %s were ignored", plural(n.Both, "key"), what)
}
