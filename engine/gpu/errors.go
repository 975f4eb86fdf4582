package gpu

import "errors"

// What a caller tells apart. Everything else that Run returns is a fault of the request or of the device that left
// the child alive.
var (
	ErrNoDevice = errors.New("no GPU to use") // there is none, it fails its self-test, or its worker does not start
	ErrLost     = errors.New("GPU lost")      // the child died or hung in the middle; the next call starts another
	ErrMemory   = errors.New("out of GPU memory")
	ErrClosed   = errors.New("GPU client closed")
)
