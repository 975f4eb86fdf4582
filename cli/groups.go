package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/data/text/lookalike"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

// groups is the option that groups labels by hand.
type groups struct{ texts list }

func (o *groups) addFlags(f *pflag.FlagSet) {
	f.Var(&o.texts, "group", "`GROUPS` of labels that replace a field: 'region: EU = France, Germany; rest'. "+
		"Without rest, the other labels keep their names; 'region: lookalikes' groups labels that look the same")
}

// apply replaces fields by their groups.
func (o *groups) apply(shelves ...[]query.Field) error {
	for _, text := range o.texts {
		grouped, err := query.ParseFieldGroups(text)
		if err != nil {
			return usagef("--group: %w", err)
		}
		found := false
		for _, fields := range shelves {
			for i, f := range fields {
				if f == grouped.Base() {
					fields[i], found = grouped, true
				}
			}
		}
		if !found {
			return usagef("--group: %s is neither among --rows nor among --cols", grouped.Base())
		}
	}
	return nil
}

// notesOn returns the notes on a table. A note on labels that look the same says how to count them together.
func notesOn(t *data.Table) []string {
	notes := slices.Clone(t.Notes)
	for _, c := range t.Columns {
		begins := func(note string) bool { return strings.HasPrefix(note, c.Name+": ") }
		if c.Type != data.Text || !slices.ContainsFunc(notes, begins) {
			continue
		}
		labels := intern.Distinct(c.Dict.Values, lookalike.MostLabels)
		if i := slices.Index(notes, c.Name+": "+lookalike.Note(lookalike.Find(labels))); i >= 0 {
			notes[i] += "; --group " + workspace.Quoted(query.Field{Column: c.Name}.String()+": lookalikes") +
				" counts them together"
		}
	}
	return notes
}
