package unnest

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

// Lists has the lists of a file, including maps.
type Lists struct {
	Names []string // lists that can be unnested, in the order of the file
	Inner []string // lists within lists, which cannot be unnested
}

// Add adds a list that can be unnested.
func (l *Lists) Add(name string) { l.Names = addOnce(l.Names, name) }

// AddInner adds a list within a list.
func (l *Lists) AddInner(name string) { l.Inner = addOnce(l.Inner, name) }

func addOnce(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Choose finds the list that a person asks for, in any case. If nobody asks, it returns the first list of a file that
// has only lists, or "" for no list. The error is a sentence that names the file's lists.
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

// LeftOut returns notes on the lists that are not in the table, and on how to ask for one of them. chosen is the list
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

// Offer returns a sentence on how a list can be unnested.
func Offer(list string) string {
	return fmt.Sprintf("each element of %s can be a row (How the file is read, or --unnest %s)", list, quoted(list))
}

// quoted writes a name for a shell.
func quoted(name string) string {
	if strings.ContainsAny(name, " \t'\"$&|;()<>*?[]\\`!#~") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// onlyLists says why a list is unnested although nobody asked for it.
const onlyLists = "the file has only lists, and the first is unnested: "

// Why returns the reason for unnesting a list if nobody asked for one: the file has only lists.
func Why(asked string) string {
	if asked == "" {
		return onlyLists
	}
	return ""
}

// Grown returns a sentence on the number of rows of the file, and the number of rows of the table that they became. The
// sentence begins with why, which may be "".
func Grown(list string, from, to int, why string) string {
	return fmt.Sprintf("%s%s of the file became %s of the table, one for each element of %s; a row without elements "+
		"stays, with nulls in their place", why, separators.Counted(from, "row"), separators.Counted(to, "row"), list)
}
