//go:build !windows && !(unix && !darwin)

package systemdialog

import "errors"

// Available returns false: the system has no such dialog.
func Available() bool { return false }

// Ask returns an error: the system has no such dialog.
func Ask(Question) ([]string, error) { return nil, errors.ErrUnsupported }
