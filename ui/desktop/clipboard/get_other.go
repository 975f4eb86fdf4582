//go:build windows || darwin

package clipboard

import "context"

// get is not called on systems without X11.
func get(context.Context) (Content, error) { return Content{}, errNoText }
