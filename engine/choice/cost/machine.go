package cost

import "maps"

// Machine holds the constants of the cost model. They start at DefaultMachine, and Fit fits them to
// measurements. A constant is in nanoseconds on one core unless its name says otherwise.
type Machine struct {
	KeyNs      float64 `json:"key_ns"`      // a row and key column
	AccNs      float64 `json:"acc_ns"`      // a row and accumulator
	HashNs     float64 `json:"hash_ns"`     // a row's probe of a table
	PartNs     float64 `json:"part_ns"`     // a row and column written out by partition
	InsertNs   float64 `json:"insert_ns"`   // a group of a table: its key kept, found again and decoded
	MissNs     float64 `json:"miss_ns"`     // an access beyond the second-level cache
	DistinctNs float64 `json:"distinct_ns"` // a row and set
	RoomNs     float64 `json:"room_ns"`     // a slot and accumulator, to be made
	JoinNs     float64 `json:"join_ns"`     // a worker's group and accumulator, to be added to another's
	MergeNs    float64 `json:"merge_ns"`    // a group, or an accumulator of a slot, that is decoded at the end
	SampleNs   float64 `json:"sample_ns"`   // a sampled row
	NodeNs     float64 `json:"node_ns"`     // a group and axis level
	CacheBytes float64 `json:"cache_bytes"` // second-level cache of a core
	// of the pass over the rows, however few: its core comes from rest, with other things in its caches
	StartMS float64 `json:"start_ms"`
	WakeMS  float64 `json:"wake_ms"` // until the first of the other cores is at work, when they come from rest
	ForkMS  float64 `json:"fork_ms"` // giving work to a further worker, every time
	// ArriveMS passes between the first of the other cores at work and each further one: they come one after the other.
	ArriveMS float64 `json:"arrive_ms"`
	// Contention is the part of the arithmetic that cores do as if one after the other, 0 to 1: n of them do
	// n/(1+c(n-1)) times the work of one (Amdahl 1967, in Gunther's form). WriteContention is the same of
	// writing rows out, and MemoryContention of making memory.
	Contention       float64 `json:"contention"`
	WriteContention  float64 `json:"write_contention"`
	MemoryContention float64 `json:"memory_contention"`

	GPU map[string]DeviceCosts `json:"gpu"` // by device class
}

// DeviceCosts are the constants of a GPU and of the way to the process that owns it.
type DeviceCosts struct {
	RoundTripMS float64 `json:"round_trip_ms"`
	SendMS      float64 `json:"send_ms"`      // a column, to be asked for
	UploadNs    float64 `json:"upload_ns"`    // a byte
	LaunchMS    float64 `json:"launch_ms"`    // of the kernels, however few the rows
	WorkgroupNs float64 `json:"workgroup_ns"` // a row and accumulator, each time the groups fill workgroup memory
	GlobalNs    float64 `json:"global_ns"`    // a row and accumulator beyond that, by partition or global atomics
	SlotNs      float64 `json:"slot_ns"`      // a slot and word of four bytes on its way back
	ReadNs      float64 `json:"read_ns"`      // a slot and accumulator that is read out
	MapMS       float64 `json:"map_ms"`       // of hashing keys there, the first time, however few the rows
	KeyNs       float64 `json:"key_ns"`       // a row whose key is hashed there, the first time
}

// DefaultMachine was measured on a 2-core x86 server with 1 MiB of second-level cache; its discrete GPU on an NVIDIA
// H200 (docs/measured/gpu-h200.md), its software one with Mesa's llvmpipe on the server. The integrated one is a guess
// between them that calibration replaces.
var DefaultMachine = Machine{
	KeyNs: 0.4, AccNs: 0.7, HashNs: 4, PartNs: 4, InsertNs: 40, MissNs: 3, DistinctNs: 8, RoomNs: 1, JoinNs: 1, MergeNs: 2, SampleNs: 20, NodeNs: 30, CacheBytes: 1 << 20,
	StartMS: 0.03, WakeMS: 0.15, ForkMS: 0.01, ArriveMS: 0.01, Contention: 0, WriteContention: 0.05, MemoryContention: 0.3,
	GPU: map[string]DeviceCosts{
		"discrete":   {RoundTripMS: 0.25, SendMS: 0.1, UploadNs: 0.4, LaunchMS: 0.15, WorkgroupNs: 0.008, GlobalNs: 0.045, SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 0.25},
		"integrated": {RoundTripMS: 0.6, SendMS: 0.1, UploadNs: 0.6, LaunchMS: 0.2, WorkgroupNs: 0.05, GlobalNs: 0.25, SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 2},
		"software":   {RoundTripMS: 0.6, SendMS: 0.1, UploadNs: 0.6, LaunchMS: 0.3, WorkgroupNs: 6, GlobalNs: 10, SlotNs: 8, ReadNs: 1, MapMS: 1.5, KeyNs: 50},
	},
}

// Constant numbers the constants of a Machine that times are linear in, those of one device class among them.
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
	// KnownMS is a millisecond: what is known of a group-by by itself is so many of them. It is 1 on every machine.
	KnownMS
	constants
)

// Values lists the constants for a device class.
func (m *Machine) Values(class string) Terms {
	g := m.GPU[class]
	return Terms{
		m.KeyNs, m.AccNs, m.HashNs, m.PartNs, m.InsertNs, m.MissNs, m.DistinctNs, m.RoomNs, m.JoinNs, m.MergeNs, m.SampleNs, m.NodeNs, m.StartMS, m.WakeMS, m.ForkMS, m.ArriveMS,
		g.RoundTripMS, g.SendMS, g.UploadNs, g.LaunchMS, g.WorkgroupNs, g.GlobalNs, g.SlotNs, g.ReadNs, g.MapMS, g.KeyNs, 1,
	}
}

// with is the machine with other constants; class "" leaves its devices alone.
func (m Machine) with(v Terms, class string) Machine {
	m.KeyNs, m.AccNs, m.HashNs, m.PartNs, m.InsertNs = v[KeyNs], v[AccNs], v[HashNs], v[PartNs], v[InsertNs]
	m.MissNs, m.DistinctNs = v[MissNs], v[DistinctNs]
	m.RoomNs, m.JoinNs, m.MergeNs, m.SampleNs, m.NodeNs = v[RoomNs], v[JoinNs], v[MergeNs], v[SampleNs], v[NodeNs]
	m.StartMS, m.WakeMS, m.ForkMS, m.ArriveMS = v[StartMS], v[WakeMS], v[ForkMS], v[ArriveMS]
	if class != "" {
		m.GPU = maps.Clone(m.GPU)
		if m.GPU == nil {
			m.GPU = map[string]DeviceCosts{}
		}
		m.GPU[class] = DeviceCosts{v[RoundTripMS], v[SendMS], v[UploadNs], v[LaunchMS], v[WorkgroupNs], v[GlobalNs], v[SlotNs], v[ReadNs], v[MapMS], v[DeviceKeyNs]}
	}
	return m
}

// Waking is the mean milliseconds that each of n cores waits until it is at work, where all but the first come
// from rest: the first of the others after WakeMS and each further one ArriveMS later.
func (m *Machine) Waking(n int) float64 {
	others := float64(n - 1)
	return (others*m.WakeMS + others*(others-1)/2*m.ArriveMS) / float64(n)
}

// Measured reports whether the constants of a class of devices were measured and are not those that the program
// comes with.
func (m *Machine) Measured(class string) bool { return m.GPU[class] != DefaultMachine.GPU[class] }
