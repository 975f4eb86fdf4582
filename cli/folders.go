package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/internal/folders"
	"cardinal/internal/localfile"
)

// folderAnswer is one folder in the answer of the folders command. Other programs rely on its JSON form.
type folderAnswer struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Holds string `json:"holds"`
	Path  string `json:"path"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

func foldersCommand(f *pflag.FlagSet) action {
	empty := f.String("empty", "", "remove the files of the places with these "+
		"`NAMES`: "+folders.Words()+", several with commas between them")
	asJSON := jsonOption(f)
	return func(_ context.Context, _ []string, s Streams) error {
		if _, err := localfile.CachePath(""); err != nil && len(folders.Places()) == 0 {
			if *empty != "" {
				return fmt.Errorf("folders: there is nothing to empty, because the system names no folder of this "+
					"user: %w", err)
			}
			if !*asJSON {
				fmt.Fprintf(s.Out, "Cardinal remembers nothing here, because the system names no folder of this "+
					"user: %v\n", err)
				return nil
			}
		}
		var emptied []folders.Place
		for word := range strings.SplitSeq(*empty, ",") {
			if word = strings.TrimSpace(word); word == "" {
				continue
			}
			p, known := folders.Named(word)
			if !known {
				return usagef("folders: there is no place %q to empty; there are %s", word, folders.Words())
			}
			emptied = append(emptied, p)
		}
		for _, p := range emptied {
			had := p.Contents()
			if err := p.Empty(); err != nil {
				return err
			}
			if !*asJSON {
				fmt.Fprintf(s.Out, "%s: emptied, before: %s\n", p.Word, had)
			}
		}
		if len(emptied) > 0 && !*asJSON {
			return nil
		}
		places := []folderAnswer{}
		for _, p := range folders.Places() {
			n, bytes := p.Size()
			places = append(places, folderAnswer{p.Word, p.Title, p.Holds, p.Path, n, bytes})
			if !*asJSON {
				fmt.Fprintf(s.Out, "%-12s %s (%s)\n%-12s %s\n", p.Word, p.Path, p.Contents(), "", p.Holds)
			}
		}
		if *asJSON {
			return printJSON(s, places)
		}
		return nil
	}
}
