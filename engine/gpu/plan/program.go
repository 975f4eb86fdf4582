package plan

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Program is what a device compiles: a kernel with its constants and the widths of its columns.
type Program struct {
	Kernel    string
	Constants shaders.Constants
	Widths    shaders.Widths

	name string // set by Distinct
}

// ProgramOf is a kernel with columns of some kinds, by binding.
func ProgramOf(kernel string, constants shaders.Constants, columns map[int]gpu.Kind) Program {
	p := Program{Kernel: kernel, Constants: constants}
	for binding, kind := range columns {
		if kind == gpu.KindBytes || kind == gpu.KindHalves {
			if p.Widths == nil {
				p.Widths = shaders.Widths{}
			}
			p.Widths[binding] = int(kind) / 8
		}
	}
	return p
}

// Name tells programs apart.
func (p Program) Name() string {
	if p.name != "" {
		return p.name
	}
	var memory struct {
		name      [512]byte
		constants [48]string
		bindings  [16]int
	}
	name := append(memory.name[:0], p.Kernel...)
	constants := slices.AppendSeq(memory.constants[:0], maps.Keys(p.Constants))
	slices.Sort(constants)
	for _, constant := range constants {
		name = append(append(append(name, ' '), constant...), ':')
		name = strconv.AppendUint(name, uint64(p.Constants[constant]), 10)
	}
	bindings := slices.AppendSeq(memory.bindings[:0], maps.Keys(p.Widths))
	slices.Sort(bindings)
	for _, binding := range bindings {
		name = append(strconv.AppendInt(append(name, ' '), int64(binding), 10), ':')
		name = strconv.AppendInt(name, int64(p.Widths[binding]), 10)
	}
	return string(name)
}

// Names are the names of programs.
func Names(programs []Program) []string {
	names := make([]string, 0, len(programs))
	for _, p := range programs {
		names = append(names, p.Name())
	}
	return names
}

// unknownGroups is the number of groups of a Hashed job of which nothing is known, unless it has fewer rows.
const unknownGroups = 1 << 16

// FirstGroups is the number of groups that the hash table of a Hashed job is laid out for at first.
func (j *Job) FirstGroups() int { return cmp.Or(j.Expected, min(j.Rows, unknownGroups)) }

// LikeGroups is a number of groups that stands for numbers of which requests mostly run the same kernels: those
// of workgroup memory, partitions and sorting.
func LikeGroups(groups int) int {
	switch {
	case groups == 0 || groups > ManySlots && groups <= 10_000_000:
		return 1 << 20
	case groups <= ManySlots:
		return 1 << 10
	}
	return 1 << 24
}

// Programs are the programs that a job runs, in order and as far as they are known before its columns are on
// the device: the job has as many groups as are expected, its values are as wide as is expected unless Widths
// has them, and neighbouring rows have different slots unless Run is set.
func Programs(j *Job, a gpu.Adapter) (list []Program) {
	if j.Form == gpu.Partitioned {
		return spreadPrograms(j, a)
	}
	dense := *j
	switch {
	case j.Form == gpu.Hashed:
		dense.Slots, dense.Ranks = j.FirstGroups(), gpu.KindWords
		t := LayTable(j, dense.Slots, int(a.MaxBindingBytes/4), a)
		list = append(list, t.programs(j, a)...)
		list = append(list, rankPrograms(t.Places(), gpu.KindWords, gpu.KindWords, true)...)
	case j.Composes():
		list = append(list, composePrograms(j)...)
	}
	if j.Form == gpu.Sparse {
		dense.Slots = max(1, min(j.Slots, j.Rows, cmp.Or(j.Expected, j.Rows)))
		dense.Ranks = gpu.SlotKind(dense.Slots)
		list = append(list, rankPrograms(j.Slots, j.SlotKind(), dense.Ranks, false)...)
	}
	dense.Form = gpu.Dense
	list = append(list, learnPrograms(&dense)...)
	dense.Widths = dense.expectedWidths()
	for _, p := range Of(&dense, a) {
		list = append(list, p.Kernel.Programs(p.Pass, &dense, a)...)
	}
	return Distinct(list)
}

// Distinct is the programs of a list, each once.
func Distinct(list []Program) []Program {
	kept := list[:0]
	for _, p := range list {
		p.name = p.Name()
		if !slices.ContainsFunc(kept, func(other Program) bool { return other.name == p.name }) {
			kept = append(kept, p)
		}
	}
	return kept
}

// composePrograms make the slots of a job's keys.
func composePrograms(j *Job) (list []Program) {
	keys := j.Keys
	for first := true; first || len(keys) > 0; first = false {
		now := keys[:min(len(keys), KeysPerCompose)]
		keys = keys[len(now):]
		columns := map[int]gpu.Kind{1: j.SlotKind()}
		for k, key := range now {
			columns[3+k] = key.Codes.Kind()
		}
		list = append(list, ProgramOf(shaders.Compose, nil, columns))
	}
	return list
}

// rankPrograms replace slots below a domain by their ranks among those that occur. inPlace, the ranks take the
// place of the slots.
func rankPrograms(domain int, slots, ranks gpu.Kind, inPlace bool) []Program {
	list := []Program{ProgramOf(shaders.Present, nil, map[int]gpu.Kind{1: slots})}
	list = append(list, scanPrograms(Ceil(domain, 32), ScanBits)...)
	columns := map[int]gpu.Kind{4: ranks}
	if !inPlace {
		columns[3] = slots
	}
	return append(list, ProgramOf(shaders.Remap, RemapList(inPlace), nil), ProgramOf(shaders.Remap, RemapRows(inPlace), columns))
}

// RemapList are the constants by which remap.wgsl lists what occurs: slots, or what stands at places of a hash table.
func RemapList(table bool) shaders.Constants {
	return shaders.Constants{"STAGE": 0, "TABLE": flag(table)}
}

// RemapRows are the constants by which it gives rows their ranks, in place of their slots or in a column of their own.
func RemapRows(inPlace bool) shaders.Constants {
	return shaders.Constants{"STAGE": 1, "IN_PLACE": flag(inPlace)}
}

// learnPrograms look at columns and slots to learn their widths and order.
func learnPrograms(j *Job) (list []Program) {
	unknown := func(a gpu.Aggregate) bool {
		return a.Values != nil && a.Values.Kind() == gpu.KindWords && j.Widths[a.Values.ID] == 0
	}
	if j.Packs() && slices.ContainsFunc(j.Aggregates, unknown) {
		list = append(list, ProgramOf(shaders.Widest, nil, nil))
	}
	if j.Run == 0 && j.HangsOnOrder() {
		list = append(list, ProgramOf(shaders.Changes, nil, map[int]gpu.Kind{1: j.SlotKind()}))
	}
	return list
}

// expectedWidths are the widths of the values that the device has looked at, and of the others what the app expects.
func (j *Job) expectedWidths() map[string]int {
	widths := map[string]int{}
	for _, a := range j.Aggregates {
		if a.Values != nil && a.Values.Bits > 0 && a.Values.Kind() == gpu.KindWords && j.Packs() {
			widths[a.Values.ID] = a.Values.Bits
		}
	}
	maps.Copy(widths, j.Widths)
	return widths
}

// Packs reports whether the plan may depend on how wide the values are within their columns.
func (j *Job) Packs() bool {
	forced := FindKernel(j.Tuning.Strategy)
	return j.Rows >= ManyRows || forced != nil && forced.Records != nil
}

// HangsOnOrder reports whether the plan depends on the order of the rows.
func (j *Job) HangsOnOrder() bool { return j.Rows >= ManyRows && j.Slots > ManySlots }

func flag(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}
