package gpu

import "errors"

// Adapter is a GPU, with the limits that decide which requests fit it.
type Adapter struct {
	Name            string `json:"name"`
	Vendor          string `json:"vendor"` // nvidia, amd, intel, apple, software, other
	Class           string `json:"class"`  // Discrete, Integrated or Software
	Backend         string `json:"backend"`
	Driver          string `json:"driver"`            // "" if the binding does not report it
	WorkgroupBytes  uint32 `json:"workgroup_bytes"`   // workgroup memory of one workgroup
	MaxBindingBytes uint64 `json:"max_binding_bytes"` // largest binding of a storage buffer
	MaxBufferBytes  uint64 `json:"max_buffer_bytes"`
	MaxInvocations  uint32 `json:"max_invocations"` // largest number of invocations in a workgroup
	StorageBuffers  uint32 `json:"storage_buffers"` // number of buffers that one kernel may bind, at most 16
	MemoryBytes     int64  `json:"memory_bytes"`    // 0 if the machine does not report it
	ResidentBudget  int64  `json:"resident_budget"` // bytes of columns that may stay on the device
	Route           string `json:"route"`           // how columns reach the process of the device, in words
}

// The classes of adapters.
const (
	Discrete   = "discrete"
	Integrated = "integrated"
	Software   = "software"
)

// The errors that callers distinguish with errors.Is. Any other error of a run means that the request is wrong, or that
// the device failed while its process lives on.
var (
	ErrNoDevice = errors.New("no GPU to use") // there is no GPU, it fails its self-test, or its worker does not start
	ErrLost     = errors.New("GPU lost")      // the worker died or hung during a request; the next call starts another
	ErrMemory   = errors.New("out of GPU memory")
	ErrClosed   = errors.New("GPU client closed")
)
