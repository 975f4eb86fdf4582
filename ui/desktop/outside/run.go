//go:build !windows

package outside

import (
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// patience is how long a program may take to report that it cannot show a file. Some programs show the file
// themselves, and end only when a person closes them.
var patience = 5 * time.Second

// run starts a program that shows a file. It returns an error if the program is missing, or ends within patience with
// a failure. It calls later if the program reports a failure after that.
func run(later func(error), program string, arguments ...string) error {
	cmd := exec.Command(program, arguments...)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("the system has no %s, which starts the program of a file", program)
		}
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s found no program for it", program)
		}
	case <-time.After(patience):
		go func() {
			if err := <-ended; err != nil {
				later(fmt.Errorf("%s ended late and reports a failure (%w)", program, err))
			}
		}()
	}
	return nil
}
