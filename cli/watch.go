package cli

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data/load"
	"cardinal/engine/query"
	"cardinal/internal/follow"
)

// rest waits before the next look at a watched file; tests replace it.
var rest = follow.Second

// watchFile answers a query again whenever the file at a path has changed and is complete, until ctx ends. An error of
// the first answer ends it. A later error is printed, and watchFile reads the file again at its next change.
func (o *options) watchFile(ctx context.Context, path string, q query.Query, s Streams) error {
	if path == "" || path == "-" || load.HasAddress(path) || load.IsDelta(path) {
		return usagef("--watch: name a file of this computer")
	}
	if v, is := s.Out.(*screen); is {
		s.Out = visible(v.raw) // a pager shows nothing before the end
	}
	look := func() follow.Stamp { return load.Look(path) }
	for first := true; ; first = false {
		known, once := look(), *o
		if !first && o.out == "" && o.format == "table" {
			fmt.Fprintln(s.Out)
		}
		switch err := once.run(ctx, path, q, s); {
		case err != nil && first:
			return err
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.say(red, "cardinal:", strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error()))
		}
		if _, err := follow.Next(ctx, known, look, rest); err != nil {
			return nil
		}
	}
}
