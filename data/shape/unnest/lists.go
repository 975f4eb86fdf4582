package unnest

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

// Lists are the lists of a file, maps among them.
type Lists struct {
	Names []string // of the lists that can be unnested, in the order of the file
	Inner []string // of the lists within lists, which cannot
}

// Add adds a list that can be unnested.
func (l *Lists) Add(name string) { l.Names = once(l.Names, name) }

// AddInner adds a list within a list.
func (l *Lists) AddInner(name string) { l.Inner = once(l.Inner, name) }

func once(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Choose finds the list that a person asks for by its name, in any case. Where nobody asks, it is the first
// list of a file of nothing but lists, or "" for none. The error is a sentence that names the lists there are.
func (l *Lists) Choose(asked string, only bool) (chosen string, err error) {
	if asked == "" {
		if only && len(l.Names) > 0 {
			return l.Names[0], nil
		}
		return "", nil
	}
	if slices.Contains(l.Names, asked) {
		return asked, nil
	}
	for _, name := range l.Names {
		if strings.EqualFold(name, asked) {
			return name, nil
		}
	}
	there := "there is no list " + fmt.Sprintf("%q", asked)
	if slices.Contains(l.Inner, asked) {
		there = fmt.Sprintf("%q is a list within a list, which cannot be unnested", asked)
	}
	switch len(l.Names) {
	case 0:
		return "", fmt.Errorf("%s; the file has no list that can be unnested", there)
	case 1:
		return "", fmt.Errorf("%s; the list of the file is %s", there, l.Names[0])
	}
	return "", fmt.Errorf("%s; the lists of the file are %s", there, header.Nearest(l.Names, asked))
}

// LeftOut says which lists are not in the table, and how one of them is asked for. chosen is the list that is
// in the table, or "".
func (l *Lists) LeftOut(chosen string) (notes []string) {
	rest := slices.DeleteFunc(slices.Clone(l.Names), func(name string) bool { return name == chosen })
	if len(rest) > 0 {
		notes = append(notes, fmt.Sprintf("left out: %s (lists or maps); %s", strings.Join(rest, ", "), Offer(rest[0])))
	}
	if l.Inner != nil {
		notes = append(notes, "left out: "+strings.Join(l.Inner, ", ")+" (lists within lists)")
	}
	return notes
}

// Offer says how a list is unnested.
func Offer(list string) string {
	return fmt.Sprintf("each element of %s can be a row (How the file is read, or --unnest %s)", list, quoted(list))
}

// quoted is a name as a shell takes it.
func quoted(name string) string {
	if strings.ContainsAny(name, " \t'\"$&|;()<>*?[]\\`!#~") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// onlyLists says why a list is unnested that nobody asked for.
const onlyLists = "the file has only lists, and the first is unnested: "

// Why says why a list is unnested, in a file of nothing but lists, where a person asked for none.
func Why(asked string) string {
	if asked == "" {
		return onlyLists
	}
	return ""
}

// Grown says how many rows of the file became how many rows of the table. why begins the sentence where nobody
// asked for the list.
func Grown(list string, from, to int, why string) string {
	return fmt.Sprintf("%s%s of the file became %s of the table, one for each element of %s; a row without elements stays, with nulls in their place", why, rows(from), rows(to), list)
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return separators.Sprintf("%d rows", n)
}
