package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	tablecache "cardinal/data/store/kept"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// cache is the answer of the cache command. Other programs rely on its JSON form.
type cache struct {
	Folder string             `json:"folder"`
	Bytes  int64              `json:"bytes"`
	Limit  int64              `json:"limit"`
	Tables []tablecache.Table `json:"tables"`
}

func cacheCommand(f *pflag.FlagSet) action {
	empty := f.Bool("empty", false, "remove all that is kept")
	asJSON := jsonOption(f)
	return func(_ context.Context, _ []string, s Streams) error {
		path, err := tablecache.Path()
		if err != nil {
			return fmt.Errorf("no folder to keep tables in: %w", err)
		}
		tables := tablecache.At(path)
		before := tables.Bytes()
		if *empty {
			if err := tables.Empty(); err != nil {
				return err
			}
		}
		c := cache{Folder: path, Bytes: tables.Bytes(), Limit: tables.Limit()}
		c.Tables = append([]tablecache.Table{}, tables.Tables()...)
		switch {
		case *asJSON:
			return printJSON(s, c)
		case *empty:
			fmt.Fprintf(s.Out, "%s were removed\n", memory.Format(before))
		case len(c.Tables) == 0:
			fmt.Fprintf(s.Out, "no table is kept in %s\n", c.Folder)
		default:
			var what []string
			far := each.Count(c.Tables, tablecache.Table.IsFar)
			if near := len(c.Tables) - far; near > 0 {
				what = append(what, profiler.Counted(near, "kept table"))
			}
			if far > 0 {
				what = append(what, "parts of "+profiler.Counted(far, "file")+" at addresses")
			}
			fmt.Fprintf(s.Out, "%s, %s of at most %s in %s\n\n", strings.Join(what, " and "), memory.Format(c.Bytes),
				memory.Format(c.Limit), c.Folder)
			for _, t := range c.Tables {
				name := filepath.Base(t.File)
				switch {
				case t.File == "":
					name = "damaged; it will be removed"
				case t.IsFar():
					name = t.File
				}
				used := t.Used.Format("2006-01-02 15:04")
				fmt.Fprintf(s.Out, "%10s  last used on %s  %s\n", memory.Format(t.Bytes), used, name)
			}
		}
		return nil
	}
}
