package plan

import (
	"math"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
	"cardinal/shaders"
)

// Mapping describes one way to fill a hash table with the keys of a Hashed request. In whichever way the table is
// filled, rows with equal keys get the same group. Package device registers, under the same name, how to dispatch the
// mapping.
type Mapping struct {
	Name  string // of gpu.Tuning.Mapping
	Words string // for people: how rows find their groups, without a full stop

	// Lay sizes the table for a number of keys, within `room` places.
	Lay func(keys, room int) Table
	// price returns the cost of finding the group of one row.
	price func(c mappingCosts) float64
	// programs returns the programs that fill the table.
	programs func(j *Job, a gpu.Adapter) []Program
}

// mappingCosts is what the price of a row depends on.
type mappingCosts struct {
	rates
	walk, look float64 // reading the codes of a row; examining one place of the table
	keys, load float64 // expected keys; keys per place of the table
}

// Mappings lists all ways to fill a hash table. If prices are equal, the planner takes the first mapping.
var Mappings = []*Mapping{Linear, Elect, Phases}

// Linear is one hash table, probed linearly (LPHGA, the baseline of EGA).
var Linear = &Mapping{
	Name:  "linear",
	Words: "Groups are found in one hash table in the GPU's main memory",
	Lay:   func(keys, room int) Table { return Table{Large: places(2*keys, room)} },
	price: func(c mappingCosts) float64 {
		return c.walk + c.look*linearProbes(c.load) + c.contended/c.keys // rows of few keys contend for places
	},
	programs: func(j *Job, _ gpu.Adapter) []Program {
		return []Program{keyProgram(shaders.Probe, j, ProbeConstants(0))}
	},
}

// Elect looks a key up in a set in workgroup memory first, and then in the hash table, which is fast for few groups
// (libcudf).
var Elect = &Mapping{
	Name:  "elect",
	Words: "Groups are found in the fast memory of the GPU's cores first, the others in one hash table",
	Lay:   Linear.Lay,
	price: func(c mappingCosts) float64 {
		known := math.Min(1, electMembers/2/c.keys)
		return c.walk + c.elect + (1-known)*c.look*linearProbes(c.load)
	},
	programs: func(j *Job, a gpu.Adapter) []Program {
		return []Program{keyProgram(shaders.Elect, j, ElectConstants(a))}
	},
}

// Phases fills two hash tables, which need less memory than one table. In the first table a key has only one place;
// keys that find it occupied go to the second table, which is probed (SP-EGA).
var Phases = &Mapping{
	Name:  "phases",
	Words: "Groups are found in two hash tables, the first of which is not probed",
	Lay: func(keys, room int) Table {
		large := places(min(keys, room/4*3), room)
		return Table{Small: Ceil(large/3, 64) * 64, Large: large}
	},
	price: func(c mappingCosts) float64 {
		// first is the share of keys that find a place in the first table. The keys of each place have a Poisson
		// distribution.
		first := (1 - math.Exp(-c.load)) / (3 * c.load)
		return 2*c.walk + c.look*(first+(1-first)*linearProbes(c.load*(1-first)))
	},
	programs: func(j *Job, _ gpu.Adapter) []Program {
		return []Program{keyProgram(shaders.Probe, j, ProbeConstants(1)), keyProgram(shaders.Probe, j,
			ProbeConstants(2))}
	},
}

// KeyConstants returns the constants of keys.wgsl.
func KeyConstants(j *Job) shaders.Constants {
	return shaders.Constants{"KEYS": uint32(len(j.Keys)), "STATISTICS": 0}
}

// ProbeConstants returns the constants of a pass of probe.wgsl: 0 for a single pass, or 1 and 2.
func ProbeConstants(pass int) shaders.Constants { return shaders.Constants{"PASS": uint32(pass)} }

// ElectConstants returns the constants of elect.wgsl.
func ElectConstants(a gpu.Adapter) shaders.Constants {
	return shaders.Constants{"INVOCATIONS": CellsWidth(a)}
}

// keyProgram returns the program of a kernel that reads the keys of a job.
func keyProgram(kernel string, j *Job, constants shaders.Constants) Program {
	columns := map[int]gpu.Kind{}
	for i, k := range j.Keys {
		columns[2+i] = k.Codes.Kind()
	}
	return ProgramOf(kernel, KeyConstants(j).With(constants), columns)
}

var electMembers = float64(shaders.Const(shaders.Elect, "MEMBERS"))

// FindMapping returns the mapping with a name, or nil.
func FindMapping(name string) *Mapping {
	return each.First(Mappings, func(m *Mapping) bool { return m.Name == name })
}

// MappingNames returns the names of all mappings.
func MappingNames() []string {
	return each.Of(Mappings, func(m *Mapping) string { return m.Name })
}

// Table is a hash table of row numbers with the mapping that fills it.
type Table struct {
	*Mapping
	Small int // places of the first of two phases; 0: one phase
	Large int // places of the only phase, or of the second
}

// Places returns the number of places in all phases.
func (t Table) Places() int { return t.Small + t.Large }

const (
	// LeastTable is the least number of places of a hash table.
	LeastTable = 1 << 10
	// TableSeed is the seed of the hash: 2^32 divided by the golden ratio. A multiple of it seeds a different hash.
	TableSeed = 0x9E3779B9
)

// places rounds n up to a multiple of 64, limits it to room, and returns at least LeastTable.
func places(n, room int) int { return max(LeastTable, Ceil(min(n, room), 64)*64) }

// LayTable sizes a table for a number of keys. If `room` allows, the table has twice as many places as keys (Karnagel,
// Mueller and Lohman), else it has `room` places. LayTable takes the tuning's mapping, else the cheapest.
func LayTable(j *Job, keys, room int, a gpu.Adapter) (best Table) {
	for _, m := range Mappings {
		t := m.Lay(keys, room)
		t.Mapping = m
		if m.Name == j.Tuning.Mapping {
			return t
		}
		if best.Mapping == nil || MappingPrice(t, j, keys, a) < MappingPrice(best, j, keys, a) {
			best = t
		}
	}
	return best
}

// MappingPrice returns the cost of mapping the rows of a job to groups, as the bytes of memory traffic that take
// equally long.
func MappingPrice(t Table, j *Job, keys int, a gpu.Adapter) float64 {
	// walk starts with 4 bytes, because a place of 4 bytes is written for each row
	c := mappingCosts{rates: classRates[a.Class], walk: 4, keys: float64(keys), load: float64(keys) / float64(t.Large)}
	for _, k := range j.Keys {
		c.walk += float64(k.Codes.Bytes)
	}
	c.look = float64(len(j.Keys)) * c.lookup // reads a place and the row that it names
	return float64(j.Rows)*t.price(c) + 4*float64(t.Places())
}

// linearProbes returns the mean number of places that a lookup visits at a load factor (Knuth, volume 3, 6.4).
func linearProbes(load float64) float64 {
	if load >= 1 {
		return math.Inf(1)
	}
	return (1 + 1/(1-load)) / 2
}
