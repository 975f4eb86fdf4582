package cli

import (
	"context"
	"flag"

	"cardinal/data/inspect"
	"cardinal/engine"
)

func inspectCommand(ctx context.Context, args []string, s Streams) error {
	f := flag.NewFlagSet("inspect", flag.ContinueOnError)
	asJSON := f.Bool("json", false, "print JSON")
	var let lets
	let.flags(f)
	var how reading
	how.flags(f)
	path, err := parseFile(f, args, s)
	if err != nil {
		return err
	}
	o, err := how.loading()
	if err != nil {
		return err
	}
	t, err := openTable(ctx, path, o, s)
	if err != nil {
		return err
	}
	fields, err := let.read()
	if err != nil {
		return err
	}
	if len(fields) > 0 {
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		if t, err = e.Calculated(ctx, t, fields); err != nil {
			return err
		}
	}
	report, err := inspect.Describe(ctx, t)
	if err != nil {
		return err
	}
	if *asJSON {
		return report.JSON(s.Out)
	}
	return report.Text(s.Out)
}
