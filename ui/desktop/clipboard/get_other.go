//go:build windows || darwin

package clipboard

import "context"

// get returns an error. It is never called, since the system does not have X11.
func get(context.Context) (Content, error) { return Content{}, errNoText }
