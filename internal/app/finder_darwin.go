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

// finderOpens starts the program once more with a file that the Finder has handed over. The start hands it to the
// window that shows the file or nothing of a person's, or opens one. The arguments of a command line come by this way,
// too, and are opened already.
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
