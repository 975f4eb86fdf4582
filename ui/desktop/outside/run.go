//go:build !windows

package outside

import (
	"errors"
	"os/exec"
	"time"

	"cardinal/ui/look/lang"
)

// patience is how long run waits for a program to report that it cannot show a file. It does not wait for the end: some
// programs show the file themselves, and end only when a person closes them.
var patience = 5 * time.Second

// run starts a program that shows a file. It returns an error if the program is missing, or fails within patience. If
// the program fails after that, run calls `later`.
func run(later func(error), program string, arguments ...string) error {
	cmd := exec.Command(program, arguments...)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New(lang.L("the system has no {{.Program}}, which starts the program of a file",
				lang.With{"Program": program}))
		}
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return errors.New(lang.L("{{.Program}} found no program for it", lang.With{"Program": program}))
		}
	case <-time.After(patience):
		go func() {
			if err := <-ended; err != nil {
				later(errors.New(lang.L("{{.Program}} ended late and reports a failure ({{.Error}})",
					lang.With{"Program": program, "Error": err})))
			}
		}()
	}
	return nil
}
