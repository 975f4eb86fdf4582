package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/go-gl/glfw/v3.3/glfw"

	"cardinal/assets"
	"cardinal/internal/system"
	"cardinal/ui/desktop/instance"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/state/session"
)

// ID names the application to the desktop and its preferences.
const ID = "org.cardinal.Cardinal"

// started is the time at which this package was initialised, soon after the start of the process.
var started = system.Now()

// Options are the options to open the window with.
type Options struct {
	Engine  session.Engine // answers the pivots
	Files   session.Files  // nil: the real ones
	File    string         // a path to open; "" opens the sample
	Measure bool           // measure the machine in the background if it was never measured
	// runs in a goroutine of its own after the first frame of the window, unless the GPU is turned off; may be nil
	Ready func()

	Keep        string // the folder of the drafts and last tabs; "": none are kept
	Tables      string // the folder of tables that took long to read; "": none are kept
	Preferences string // the file of the preferences; "": they stay in memory
	Leave       func() // ends the process once the window is closed

	Reports string         // the folder of crash reports; "": none
	Door    *instance.Door // receives the files of later starts; nil: none
	Log     io.Writer      // receives a log; nil: none
}

// ErrNoWindow says that the display accepts no window.
var ErrNoWindow = errors.New("the display takes no window")

// Run opens the window. It must be called on the main goroutine. It returns ErrNoWindow if the display accepts no
// window, and nil when a signal ends the toolkit. When a person closes the window, or ctx ends, it calls Leave, which
// ends the process.
func Run(ctx context.Context, opts Options) error {
	log.SetOutput(io.Discard) // if no window opens, our own error says so
	var over atomic.Bool
	post := func(f func()) { // once the toolkit has ended, it runs posted functions at once, on any goroutine
		fyne.Do(func() {
			if !over.Load() {
				f()
			}
		})
	}
	w, err := makeWindow(opts, post)
	if err != nil {
		return err
	}
	w.win.Show()
	if !hasHandle(w.win) {
		return fmt.Errorf("%w: it offers no OpenGL", ErrNoWindow)
	}
	log.SetOutput(os.Stderr)
	if opts.Log != nil {
		log.SetOutput(io.MultiWriter(os.Stderr, opts.Log)) // messages of the toolkit
	}
	if w.prefs.Layout.Maximized {
		maximize(w.win)
	}
	w.files.Open(opts.File)
	w.keeps.Recover()
	w.offerCrash()
	opts.Door.Serve(func(file, pivot string) { post(func() { w.openHanded(file, pivot) }) })
	ended := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		opts.Door.Close()
		var closing atomic.Bool
		post(func() {
			closing.Store(true)
			defer closing.Store(false) // runs if close panics since the window is gone
			defer spareEnd()
			w.close()
		})
		select {
		case <-ended:
		case <-time.After(endLost):
			if !closing.Load() {
				w.shut()
				w.leave()
			}
		}
	})()
	w.app.Run()
	over.Store(true)
	close(ended)
	w.shut()
	return nil
}

// endLost is how long Run waits for the window to close after its context has ended. A signal ends both the context and
// the toolkit, which then drops posted functions. If a function is posted after the toolkit has read its queue for the
// last time, the toolkit's own Run waits for this function for ever.
const endLost = 5 * time.Second

// notInitialized is GLFW_NOT_INITIALIZED, which the binding does not export.
const notInitialized glfw.ErrorCode = 0x00010001

// spareEnd recovers from the panic of a window that the toolkit has destroyed. A signal ends both ctx and the toolkit.
// The toolkit may then run a posted function at once, on any goroutine, although its windows are destroyed. After the
// recovery, Run closes what is still open.
func spareEnd() {
	if r := recover(); r != nil {
		if fault, ok := r.(*glfw.Error); !ok || fault.Code != notInitialized {
			panic(r)
		}
	}
}

// quit closes the window. If edits would be lost, it asks first.
func (w *window) quit() { w.keeps.Leave(w.close) }

// close closes the window, stops the work under way and calls leave. It does not call the toolkit's Quit, which closes
// the queue of the main goroutine. Other goroutines of the toolkit (preferences, file watchers, life cycle) may still
// send to this queue, which would panic.
func (w *window) close() {
	w.door.Close() // the door takes no more files
	w.saveLayout()
	w.win.Hide()
	w.shut()
	w.leave()
}

// shut saves the workspace and stops the work under way, once.
func (w *window) shut() {
	w.shutting.Do(func() {
		w.keeps.Close()
		w.session.Close()
	})
}

// makeWindow opens the window. It turns the panic of a toolkit without a display into an error.
func makeWindow(opts Options, post func(func())) (w *window, err error) {
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(*glfw.Error)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%w: %w", ErrNoWindow, fault)
		}
	}()
	defer settleManager()()
	a := app.NewWithID(ID)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	return newWindow(a, opts, post), nil
}
