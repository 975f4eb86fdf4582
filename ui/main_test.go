package ui

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"cardinal/cli"
	"cardinal/engine"
	"cardinal/engine/gpu/worker"
	"cardinal/ui/dialog/prefs"
)

// driven is set in the process that inWindow starts: it opens the real window, which a test drives with the mouse.
const driven = "CARDINAL_DRIVEN"

// noGPU is also set if that process must leave the GPU alone.
const noGPU = "CARDINAL_NO_GPU"

// real is the window of that process.
var real *window

// probed is closed when that process knows what GPU there is.
var probed = make(chan struct{})

// hold returns the path of a file that a test makes to hold the GPU's process of that window. The process renames the
// file when it is held.
func hold() string { return filepath.Join(os.Getenv("XDG_CACHE_HOME"), "hold") }

// isHeld reports whether the GPU's process was sent a request and holds it.
func isHeld() bool {
	_, err := os.Stat(hold() + ".held")
	return err == nil
}

// held reads what the app sends to the GPU's process, and keeps it for ever while a test holds the process.
type held struct{ io.Reader }

func (h held) Read(b []byte) (int, error) {
	n, err := h.Reader.Read(b)
	if os.Getenv(driven) != "" && os.Rename(hold(), hold()+".held") == nil {
		select {}
	}
	return n, err
}

// TestMain runs the tests, or serves as the GPU's process, or holds the window's loop on the main goroutine while
// a test drives it.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "gpu-worker":
		if worker.Serve(held{os.Stdin}, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case len(os.Args) > 1 && os.Args[1] == "verify": // as the program that a session starts
		os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}))
	case os.Getenv(driven) == "":
		os.Exit(m.Run())
	}
	e := engine.New(engine.Options{NoGPU: os.Getenv(noGPU) != ""})
	settled := settleManager()
	a := app.NewWithID(ID)
	real = newWindow(a, Options{Engine: e, Keep: filepath.Join(os.Getenv("XDG_CACHE_HOME"), "open"),
		Tables: filepath.Join(os.Getenv("XDG_CACHE_HOME"), "tables"), Ready: func() {
			_, _ = e.Probe(context.Background())
			close(probed)
		}}, fyne.Do)
	settled()
	real.prefs.Set(func(r *prefs.Values) { r.Profiler = prefs.Opened })
	real.showPanel()
	real.panel.SetOpen([]string{"Why this hardware", "GPU score", "Groups"})
	real.files.Open("")
	code := 0
	real.leave = func() {
		e.Close()
		os.Exit(code)
	}
	go func() {
		code = m.Run()
		fyne.Do(real.quit)
	}()
	real.win.ShowAndRun()
}
