//go:build !(unix || windows)

package kept

import (
	"errors"
	"os"
)

// mapFile is an error: the file is read.
func mapFile(*os.File, int64) ([]byte, error) { return nil, errors.ErrUnsupported }

// stamp is not known.
func stamp(string) string { return "" }
