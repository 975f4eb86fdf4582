package gpu

// Adapter is the device and the limits that decide what fits it.
type Adapter struct {
	Name            string `json:"name"`
	Vendor          string `json:"vendor"` // nvidia, amd, intel, apple, software, other
	Class           string `json:"class"`  // discrete, integrated, software
	Backend         string `json:"backend"`
	Driver          string `json:"driver"` // "" where the binding does not say
	WorkgroupBytes  uint32 `json:"workgroup_bytes"`
	MaxBindingBytes uint64 `json:"max_binding_bytes"`
	MaxBufferBytes  uint64 `json:"max_buffer_bytes"`
	MaxInvocations  uint32 `json:"max_invocations"`
	StorageBuffers  uint32 `json:"storage_buffers"` // that one kernel may bind, of 16 at most
	MemoryBytes     int64  `json:"memory_bytes"`    // 0 where nothing on the machine tells
	ResidentBudget  int64  `json:"resident_budget"` // bytes of columns kept on the device before the least recently used go
}

// The classes of adapters.
const (
	Discrete   = "discrete"
	Integrated = "integrated"
	Software   = "software"
)
