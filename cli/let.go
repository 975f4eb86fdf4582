package cli

import (
	"github.com/spf13/pflag"

	"cardinal/engine/query"
)

// lets is the option that names calculated fields.
type lets struct{ texts list }

func (o *lets) addFlags(f *pflag.FlagSet) {
	f.Var(&o.texts, "let", "`FIELD` that is calculated in every row, for use like a column: "+
		"'profit = revenue - cost'; "+
		"it may use other such fields; cardinal help formulas")
}

// read reads the calculated fields.
func (o *lets) read() ([]query.Let, error) {
	var all []query.Let
	for _, text := range o.texts {
		l, err := query.ParseLet(text)
		if err != nil {
			return nil, usagef("--let: %w", err)
		}
		all = append(all, l)
	}
	return all, nil
}
