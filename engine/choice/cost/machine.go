package cost

import "maps"

// Machine has the constants of the cost model. They start at DefaultMachine, and Fit fits them to measurements. A
// constant is in nanoseconds on one core unless its name says otherwise.
type Machine struct {
	KeyNs      float64 `json:"key_ns"`      // per row and key column
	AccNs      float64 `json:"acc_ns"`      // per row and accumulator
	HashNs     float64 `json:"hash_ns"`     // per probe of a table
	PartNs     float64 `json:"part_ns"`     // per row and column written to partitions
	InsertNs   float64 `json:"insert_ns"`   // per group of a table: its key is stored, found again and decoded
	MissNs     float64 `json:"miss_ns"`     // per access beyond the second-level cache
	DistinctNs float64 `json:"distinct_ns"` // per row and set
	RoomNs     float64 `json:"room_ns"`     // per slot and accumulator to allocate
	JoinNs     float64 `json:"join_ns"`     // per group and accumulator of a worker, to add to another's
	MergeNs    float64 `json:"merge_ns"`    // per group, or per accumulator of a slot, to decode at the end
	SampleNs   float64 `json:"sample_ns"`   // per sampled row
	NodeNs     float64 `json:"node_ns"`     // per group and axis level
	CacheBytes float64 `json:"cache_bytes"` // the second-level cache of a core
	// per pass, for any number of rows: the core is idle at first, and its caches have other data
	StartMS float64 `json:"start_ms"`
	WakeMS  float64 `json:"wake_ms"` // until the first of the other cores works, if they were idle
	ForkMS  float64 `json:"fork_ms"` // giving work to one more worker, in every pass
	// ArriveMS passes between the starts of the other cores, which start one after the other.
	ArriveMS float64 `json:"arrive_ms"`
	// Contention is the part of the arithmetic that cores do as if one after the other, 0 to 1: n cores do n/(1+c(n-1))
	// times the work of one (Amdahl 1967, in Gunther's form). WriteContention is the same for writing rows to
	// partitions, and MemoryContention for allocating memory.
	Contention       float64 `json:"contention"`
	WriteContention  float64 `json:"write_contention"`
	MemoryContention float64 `json:"memory_contention"`

	GPU map[string]DeviceCosts `json:"gpu"` // by device class
}

// DeviceCosts is the constants of a GPU and of the connection to its process.
type DeviceCosts struct {
	RoundTripMS float64 `json:"round_trip_ms"`
	SendMS      float64 `json:"send_ms"`      // per column, to ask for it
	UploadNs    float64 `json:"upload_ns"`    // per byte
	LaunchMS    float64 `json:"launch_ms"`    // per run, regardless of its rows, to launch the kernels
	WorkgroupNs float64 `json:"workgroup_ns"` // per row and accumulator, each time the groups fill workgroup memory
	GlobalNs    float64 `json:"global_ns"`    // per row and accumulator beyond that, by partitions or global atomics
	SlotNs      float64 `json:"slot_ns"`      // per slot and word of four bytes, on the way back
	ReadNs      float64 `json:"read_ns"`      // per slot and accumulator to read out
	MapMS       float64 `json:"map_ms"`       // for hashing keys there for the first time, regardless of the rows
	KeyNs       float64 `json:"key_ns"`       // per row whose key is hashed there for the first time
}

// DefaultMachine was measured on a 2-core x86 server with 1 MiB of second-level cache; its discrete GPU is an NVIDIA
// H200 (docs/measured/gpu-h200.md), and its software device is Mesa's llvmpipe on the server. The integrated GPU is a
// guess between them that calibration replaces.
var DefaultMachine = Machine{
	KeyNs: 0.4, AccNs: 0.7, HashNs: 4, PartNs: 4, InsertNs: 40, MissNs: 3, DistinctNs: 8, RoomNs: 1, JoinNs: 1,
	MergeNs: 2, SampleNs: 20, NodeNs: 30, CacheBytes: 1 << 20,
	StartMS: 0.03, WakeMS: 0.15, ForkMS: 0.01, ArriveMS: 0.01, Contention: 0, WriteContention: 0.05,
	MemoryContention: 0.3,
	GPU: map[string]DeviceCosts{
		"discrete": {RoundTripMS: 0.25, SendMS: 0.1, UploadNs: 0.4, LaunchMS: 0.15, WorkgroupNs: 0.008,
			GlobalNs: 0.045, SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 0.25},
		"integrated": {RoundTripMS: 0.6, SendMS: 0.1, UploadNs: 0.6, LaunchMS: 0.2, WorkgroupNs: 0.05, GlobalNs: 0.25,
			SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 2},
		"software": {RoundTripMS: 0.6, SendMS: 0.1, UploadNs: 0.6, LaunchMS: 0.3, WorkgroupNs: 6, GlobalNs: 10,
			SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 50},
	},
}

// Constant is the index in Terms of a constant of a Machine, or of one of its devices. Times are linear in these
// constants.
type Constant int

// The constants, in the units of Machine and DeviceCosts.
const (
	KeyNs Constant = iota
	AccNs
	HashNs
	PartNs
	InsertNs
	MissNs
	DistinctNs
	RoomNs
	JoinNs
	MergeNs
	SampleNs
	NodeNs
	StartMS
	WakeMS
	ForkMS
	ArriveMS
	RoundTripMS
	SendMS
	UploadNs
	LaunchMS
	WorkgroupNs
	GlobalNs
	SlotNs
	ReadNs
	MapMS
	DeviceKeyNs
	// KnownMS is a millisecond, 1 on every machine: a model uses it for times that it knows without constants.
	KnownMS
	constants
)

// Values lists the constants for a device class.
func (m *Machine) Values(class string) Terms {
	g := m.GPU[class]
	return Terms{
		m.KeyNs, m.AccNs, m.HashNs, m.PartNs, m.InsertNs, m.MissNs, m.DistinctNs, m.RoomNs, m.JoinNs, m.MergeNs,
		m.SampleNs, m.NodeNs, m.StartMS, m.WakeMS, m.ForkMS, m.ArriveMS,
		g.RoundTripMS, g.SendMS, g.UploadNs, g.LaunchMS, g.WorkgroupNs, g.GlobalNs, g.SlotNs, g.ReadNs,
		g.MapMS, g.KeyNs, 1,
	}
}

// withValues returns the machine with other constants. Class "" keeps the constants of the devices.
func (m Machine) withValues(v Terms, class string) Machine {
	m.KeyNs, m.AccNs, m.HashNs, m.PartNs, m.InsertNs = v[KeyNs], v[AccNs], v[HashNs], v[PartNs], v[InsertNs]
	m.MissNs, m.DistinctNs = v[MissNs], v[DistinctNs]
	m.RoomNs, m.JoinNs, m.MergeNs, m.SampleNs, m.NodeNs = v[RoomNs], v[JoinNs], v[MergeNs], v[SampleNs], v[NodeNs]
	m.StartMS, m.WakeMS, m.ForkMS, m.ArriveMS = v[StartMS], v[WakeMS], v[ForkMS], v[ArriveMS]
	if class != "" {
		m.GPU = maps.Clone(m.GPU)
		if m.GPU == nil {
			m.GPU = map[string]DeviceCosts{}
		}
		m.GPU[class] = DeviceCosts{v[RoundTripMS], v[SendMS], v[UploadNs], v[LaunchMS], v[WorkgroupNs], v[GlobalNs],
			v[SlotNs], v[ReadNs], v[MapMS], v[DeviceKeyNs]}
	}
	return m
}

// Waking returns the mean wait in milliseconds until a core works, over n cores of which all but the first are idle.
// The second core starts after WakeMS, and each further core starts ArriveMS later.
func (m *Machine) Waking(n int) float64 {
	others := float64(n - 1)
	return (others*m.WakeMS + others*(others-1)/2*m.ArriveMS) / float64(n)
}

// Measured reports whether the constants of a class of devices were measured; otherwise they are the defaults.
func (m *Machine) Measured(class string) bool { return m.GPU[class] != DefaultMachine.GPU[class] }
