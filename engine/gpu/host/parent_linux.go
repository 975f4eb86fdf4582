package host

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the kernel kill the child when the app dies. Without this, a child that hangs in a driver would
// live on, since it does not read the end of its input.
func dieWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// tie does nothing: dieWithParent has told the kernel before the start.
func tie(*exec.Cmd) {}
