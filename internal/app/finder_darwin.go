package app

// #cgo LDFLAGS: -lobjc
// void listenToFinder(void);
import "C"

import (
	"os"
	"os/exec"
	"slices"
)

func init() { C.listenToFinder() }

// finderOpens starts the program again with a file from the Finder. The new start gives the file to a suitable open
// window, or opens one. macOS also reports the files of the command line here, which are open already.
//
//export finderOpens
func finderOpens(path *C.char) {
	file := C.GoString(path)
	if slices.Contains(os.Args, file) {
		return
	}
	go func() {
		self, err := os.Executable()
		if err != nil {
			return
		}
		if cmd := exec.Command(self, "open", file); cmd.Start() == nil {
			_ = cmd.Wait()
		}
	}()
}
