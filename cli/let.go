package cli

import (
	"github.com/spf13/pflag"

	"cardinal/engine/query"
	"cardinal/internal/each"
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
	all, err := each.Try(o.texts, query.ParseLet)
	if err != nil {
		return nil, usagef("--let: %w", err)
	}
	return all, nil
}
