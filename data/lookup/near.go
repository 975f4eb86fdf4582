package lookup

import (
	"context"
	"fmt"
	"strings"
	"unicode"
)

// Near counts the keys that are not found and would be found if upper and lower case, or blanks before and behind them, did not count.
type Near struct {
	Case, Blanks int // if one of them did not count
	Both         int // if neither counted, these keys among them
}

// nearOf compares texts that were not found with the keys of the second table.
func nearOf[V any](ctx context.Context, missed []string, keys map[string]V) (n Near, err error) {
	if len(missed) == 0 {
		return n, nil
	}
	alike, at := make(map[string][]string, len(keys)), 0
	for key := range keys {
		if at++; at%batch == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		bare := folded(key)
		alike[bare] = append(alike[bare], key)
	}
	for i, key := range missed {
		if i%batch == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		others := alike[folded(key)]
		if len(others) == 0 {
			continue
		}
		n.Both++
		inCase, inBlanks := false, false
		for _, other := range others {
			inCase = inCase || strings.EqualFold(key, other)
			inBlanks = inBlanks || strings.TrimSpace(key) == strings.TrimSpace(other)
		}
		if inCase {
			n.Case++
		}
		if inBlanks {
			n.Blanks++
		}
	}
	return n, nil
}

// folded is a text without the blanks around it, and the same of any case.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, strings.TrimSpace(s))
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
