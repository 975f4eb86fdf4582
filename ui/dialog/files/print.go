package files

import (
	"os"
	"path/filepath"
	"strings"

	"cardinal/internal/localfile"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// Print writes what is on the screen as a web page: the pivot, the rows behind one of its cells, or the table itself.
// It opens the page in the browser, which asks for the printer. The page stays in the user's cache until the next one
// is printed.
func (f *Files) Print() {
	if f.table.Answer() == nil && f.window.Rows() == nil && !f.table.State().Dashboard {
		f.window.Say(session.Message{Error: true, Text: lang.L("There is no pivot to print yet: put a field on Rows, " +
			"Columns or Values first.")})
		return
	}
	if f.table.Refuses(lang.L("Print")) {
		return
	}
	path, err := localfile.CachePath("print.html")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil {
		f.window.Say(session.Message{Error: true, Text: lang.L(
			"There is no folder for the page to print: {{.Error}}. Export a web page to print instead.",
			lang.With{"Error": lang.Words().Sentence(err.Error())})})
		return
	}
	if f.table.State().Dashboard {
		f.table.SaveBook(path, "html", "", f.usual(), func() {
			f.window.OpenOutside(path, func() {
				f.window.Say(session.Message{Text: lang.L("The browser has the dashboard: print it there.")})
			})
		})
		return
	}
	show := func(lost string) {
		f.window.OpenOutside(path, func() {
			f.window.Say(
				session.Message{Text: strings.TrimSpace(lang.L("The browser has the pages and asks for the printer.") +
					" " + lost)},
			)
		})
	}
	if rows := f.window.Rows(); rows != nil {
		f.table.PrintRows(path, rows, show)
		return
	}
	f.table.Print(path, show)
}
