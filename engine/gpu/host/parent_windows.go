package host

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// dieWithParent does nothing: tie does the work after the start.
func dieWithParent(*exec.Cmd) {}

// tie makes the system kill the started child when the app dies. Without this, a child that hangs in a driver would
// live on, since it does not read the end of its input. The child is put into a job object, which only the app has
// open. When the app dies, the system closes the job and ends its processes.
func tie(cmd *exec.Cmd) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return
	}
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false,
		uint32(cmd.Process.Pid))
	if err == nil {
		_ = windows.AssignProcessToJobObject(job, child) // the job stays open until the app ends
		_ = windows.CloseHandle(child)
	}
}
