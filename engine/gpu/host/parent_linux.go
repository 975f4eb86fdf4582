package host

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the kernel kill the child when the app dies. A child that hangs in a driver would not see
// the end of its input.
func dieWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// tie does nothing: the kernel was told before the start.
func tie(*exec.Cmd) {}
