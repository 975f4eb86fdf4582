package plan

import "cardinal/engine/gpu"

// rates has the costs of the steps of kernels on a class of devices, as the bytes of memory traffic that take equally
// long. All but cache and dispatch are per row.
type rates struct {
	reread    float64 // reading a row again for a further span, if this is more than half of the row's bytes
	atomic    float64 // one word in workgroup memory
	global    float64 // one word in global memory, if the totals fit the cache
	cache     float64 // the size of the cache in bytes
	lookup    float64 // a place in a hash table, and the row that it names
	contended float64 // a lookup if all rows have the same key
	rank      float64 // a lookup in a set in workgroup memory
	elect     float64 // finding a key in a set in workgroup memory
	register  float64 // adding to a measure of eight slots in registers
	scatter   float64 // writing the row to its partition, besides its bytes
	arrange   float64 // ordering the row in workgroup memory
	partition float64 // each partition that exists, if a tile has 4,096 rows
	dispatch  float64 // a dispatch, regardless of its rows
}

// classRates has the measured rates of an H200 for discrete cards. Integrated GPUs have less memory bandwidth and the
// same atomics. In software every step is arithmetic.
var classRates = map[string]rates{
	gpu.Discrete: {reread: 4.5, atomic: 0.3, global: 60, cache: 32e6, lookup: 64, contended: 1000, rank: 1, elect: 4,
		register: 4, scatter: 12, arrange: 30, partition: 0.02, dispatch: 20e6},
	gpu.Integrated: {reread: 4.5, atomic: 0.3, global: 20, cache: 4e6, lookup: 64, contended: 300, rank: 1, elect: 4,
		register: 0.5, scatter: 8, arrange: 20, partition: 0.01, dispatch: 1e6},
	gpu.Software: {reread: 8, atomic: 4, global: 5, cache: 1e9, lookup: 8, contended: 1, rank: 8, elect: 80,
		register: 4, scatter: 20, arrange: 20, partition: 0.01, dispatch: 1e5},
}

// Speeds has the bytes of memory traffic per second that turn a price into a time, by class of device.
var Speeds = map[string]float64{gpu.Discrete: 1e12, gpu.Integrated: 50e9, gpu.Software: 1e9}

// Seconds returns the approximate time that a device works for a price.
func Seconds(price float64, a gpu.Adapter) float64 { return price / Speeds[a.Class] }

// PassSeconds returns the approximate time of each pass of a job, and of all of them.
func PassSeconds(j *Job, passes []Planned, a gpu.Adapter) (each []float64, all float64) {
	for _, p := range passes {
		took := Seconds(p.Kernel.Price(p.Pass, j, a), a)
		each, all = append(each, took), all+took
	}
	return each, all
}

const (
	// ManyRows is the least number of rows of a job whose columns the device examines to learn their widths and order.
	ManyRows = 1 << 20
	// ManySlots is the largest number of slots with which the order of the rows does not affect the choice of a kernel.
	ManySlots = 4096
)
