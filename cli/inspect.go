package cli

import (
	"context"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/engine"
)

func inspectCommand(f *pflag.FlagSet) action {
	asJSON := jsonOption(f)
	asLosses := f.Bool("losses", false, "list the lines, rows and values of a text file that were left out or read "+
		"as something else, 1,000 at most")
	var quality qualityOptions
	quality.addFlags(f)
	var let lets
	let.addFlags(f)
	var how reading
	how.addFlags(f)
	return func(ctx context.Context, operands []string, s Streams) error {
		path, err := files(f.Name(), operands)
		if err != nil {
			return err
		}
		o, err := how.loading()
		if err != nil {
			return err
		}
		losses := []data.Loss{}
		if *asLosses {
			o.Losses = func(l data.Loss) { losses = append(losses, l) }
		}
		t, err := how.open(ctx, path, o, s)
		if err != nil {
			return err
		}
		if *asLosses {
			return inspect.WriteLosses(s.Out, losses, *asJSON)
		}
		fields, err := let.read()
		if err != nil {
			return err
		}
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		if len(fields) > 0 {
			if t, err = e.Calculated(ctx, t, fields); err != nil {
				return err
			}
		}
		if quality.asked() {
			return quality.print(ctx, e, t, *asJSON, s)
		}
		report, err := inspect.Describe(ctx, t)
		if err != nil {
			return err
		}
		if *asJSON {
			return report.WriteJSON(s.Out)
		}
		return report.WriteText(s.Out)
	}
}
