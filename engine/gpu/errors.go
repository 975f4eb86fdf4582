package gpu

import "errors"

// What a caller tells apart. Everything else that Run returns is a fault of the request or of the device that left
// the child alive.
var (
	ErrNoDevice = errors.New("no gpu to use") // there is none, it fails its self-test, or its worker does not start
	ErrLost     = errors.New("gpu lost")      // the child died or hung in the middle; the next call starts another
	ErrMemory   = errors.New("out of gpu memory")
	ErrClosed   = errors.New("gpu client closed")
)
