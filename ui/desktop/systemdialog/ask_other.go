//go:build !windows && !(unix && !darwin)

package systemdialog

import "errors"

// Available reports whether the system has such a dialog.
func Available() bool { return false }

// Ask returns the chosen paths, none where a person chose none.
func Ask(Question) ([]string, error) { return nil, errors.ErrUnsupported }
