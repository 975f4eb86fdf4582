package ui

import (
	"errors"
	"io/fs"
	"os"

	"cardinal/ui/desktop/outside"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// programs are the functions that hand a path to other programs: open gives a file or a folder to its own program, and
// show shows a file in its folder. Both return once the other program has the path. If the program fails after that,
// they call `later`.
type programs struct {
	open, show func(path string, later func(error)) error
}

// systemPrograms are the programs of the system.
var systemPrograms = programs{outside.Open, outside.Show}

// OpenOutside opens a file in the system's program for it, and then calls opened.
func (w *window) OpenOutside(path string, opened func()) {
	w.leaveTo(w.programs.open, path, lang.L("No program opens {{.File}}", lang.With{"File": path}),
		lang.L("Open the file from the program that it is for."), opened)
}

// showOutside shows a file in its folder.
func (w *window) showOutside(path string) {
	w.leaveTo(w.programs.show, path, lang.L("No program shows the folder of {{.File}}", lang.With{"File": path}),
		lang.L("Open the folder from the desktop."),
		func() {})
}

// leaveTo hands a file to another program by calling way, and then calls `done`. A message says if no program was
// found, the file is gone, or the program fails later.
func (w *window) leaveTo(way func(path string, later func(error)) error, path, failed, remedy string, done func()) {
	go func() {
		gone := false
		err := way(path, func(err error) {
			w.session.Post(func() {
				w.Say(session.Message{Error: true, Text: lang.L("{{.File}} may not have been shown: {{.Error}}.",
					lang.With{"File": path, "Error": lang.Words().Sentence(err.Error())}) + " " + remedy})
			})
		})
		if err != nil {
			_, missing := os.Stat(path)
			gone = errors.Is(missing, fs.ErrNotExist)
		}
		w.session.Post(func() {
			switch {
			case gone:
				w.Say(session.Message{Error: true,
					Text: lang.L("{{.File}} is no longer there: it was moved, renamed or deleted.",
						lang.With{"File": path})})
			case err != nil:
				w.Say(session.Message{Error: true, Text: failed + ": " + lang.Words().Sentence(err.Error()) + ". " +
					remedy})
			default:
				done()
			}
		})
	}()
}
