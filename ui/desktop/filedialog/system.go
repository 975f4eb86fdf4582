package filedialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"cardinal/data/load"
	"cardinal/ui/desktop/systemdialog"
	"cardinal/ui/state/session"
)

// askSystem opens the system's dialog. The dialog of this package stays open below it: a person may cancel the system's
// dialog.
func (a *asking) askSystem() {
	a.system.Disable()
	q := systemdialog.Question{Title: a.Title, Folder: a.folder, Kinds: a.Kinds, Extensions: a.extensions(),
		Folders: a.Folders, Several: a.Several, Window: handle(a.window)}
	go func() {
		paths, err := systemdialog.Ask(q)
		a.post(func() {
			a.system.Enable()
			switch {
			case err != nil:
				a.say(session.Sentence(err), true)
			case len(paths) > 0:
				a.hide()
				a.use(load.Join(paths...))
			}
		})
	}()
}

// handle returns the system's handle of a window. It returns 0 if the system's dialog cannot use a window of this kind.
func handle(win fyne.Window) (name uintptr) {
	native, ok := win.(driver.NativeWindow)
	if !ok {
		return 0
	}
	native.RunNative(func(context any) {
		switch c := context.(type) {
		case driver.X11WindowContext:
			name = c.WindowHandle
		case driver.WindowsWindowContext:
			name = c.HWND
		}
	})
	return name
}
