package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

// TestClose closes the window while a file is being read and while goroutines, as the toolkit's own do, put
// functions into the queue of the main goroutine until the process ends.
func TestClose(t *testing.T) {
	if real == nil {
		for range 3 {
			inWindow(t)
		}
		return
	}
	eventually(t, "the window is not painted", func() bool { return real.clock.firstPaint > 0 })
	big := filepath.Join(t.TempDir(), "big.csv")
	if err := os.WriteFile(big, bytes.Repeat([]byte("2024-01-01,some text,1234.5,17\n"), 400_000), 0o600); err != nil {
		t.Fatal(err)
	}
	onUI(func() { real.session.Open(big) })
	for range 4 { // last: the queue grows faster than the window empties it
		go func() {
			for {
				fyne.Do(func() {})
			}
		}()
	}
}
