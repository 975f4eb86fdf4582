package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"cardinal/assets"
	_ "cardinal/ui/locale" // before the toolkit is initialised
	"cardinal/ui/session"
)

// ID names the application to the desktop and its preferences.
const ID = "org.cardinal.Cardinal"

// started is as near to the start of the process as a package can get.
var started = time.Now()

// Options is what the window is opened with.
type Options struct {
	Engine session.Engine
	Files  session.Files // nil: the real ones
	File   string        // a path to open; "" opens the sample
	Ready  func()        // called in a goroutine of its own when the window was first painted; may be nil
}

// Run opens the window and returns when it is closed. It must be called on the main goroutine.
func Run(opts Options) error {
	a := app.NewWithID(ID)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	w := newWindow(a, opts, fyne.Do)
	w.open(opts.File)
	w.win.ShowAndRun()
	w.session.Close()
	return nil
}
