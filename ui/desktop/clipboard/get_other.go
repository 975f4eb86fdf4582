//go:build windows || darwin

package clipboard

import "context"

// get returns an error. It is never called on systems without X11.
func get(context.Context) (Content, error) { return Content{}, errNoText }
