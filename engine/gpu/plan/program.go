package plan

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
	"cardinal/shaders"
)

// Program is what a device compiles: a kernel with its constants and the widths of its columns.
type Program struct {
	Kernel    string
	Constants shaders.Constants
	Widths    shaders.Widths

	name string // set by Distinct
}

// ProgramOf returns the program of a kernel whose columns, by binding, have the given kinds.
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

// Name returns a text that identifies the program.
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

// Names returns the names of programs.
func Names(programs []Program) []string {
	return each.Of(programs, func(p Program) string { return p.Name() })
}

// unknownGroups is the number of groups that is assumed for a Hashed job without an estimate. A job with fewer rows is
// assumed to have as many groups as rows.
const unknownGroups = 1 << 16

// FirstGroups returns the number of groups for which the first hash table of a Hashed job is laid out.
func (j *Job) FirstGroups() int { return cmp.Or(j.Expected, min(j.Rows, unknownGroups)) }

// LikeGroups rounds a number of groups to one of three numbers, for which requests mostly run the same kernels. With up
// to 4,096 groups these are the kernels of workgroup memory, with up to ten million groups the kernels of partitions,
// and with more groups the kernels of sorting.
func LikeGroups(groups int) int {
	switch {
	case groups == 0 || groups > ManySlots && groups <= 10_000_000:
		return 1 << 20
	case groups <= ManySlots:
		return 1 << 10
	}
	return 1 << 24
}

// Programs returns the programs that a job runs, in order, as far as they are known before its columns are on the
// device. It assumes the expected number of groups, the expected widths of values (unless Widths is set), and
// neighbouring rows with different slots (unless Run is set).
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
	passes := Of(&dense, a)
	for _, p := range passes {
		for _, t := range TiesOf(&dense, p.Pass, passes) {
			list = append(list, t.Program)
		}
		list = append(list, p.Kernel.Programs(p.Pass, &dense, a)...)
	}
	return Distinct(list)
}

// Distinct removes repeated programs from a list.
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

// composePrograms returns the programs that compose slots from a job's keys.
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

// rankPrograms returns the programs that replace slots below `domain` by their ranks among the slots that occur. With
// inPlace, the ranks overwrite the slots.
func rankPrograms(domain int, slots, ranks gpu.Kind, inPlace bool) []Program {
	list := []Program{ProgramOf(shaders.Present, nil, map[int]gpu.Kind{1: slots})}
	list = append(list, scanPrograms(Ceil(domain, 32), ScanBits)...)
	columns := map[int]gpu.Kind{4: ranks}
	if !inPlace {
		columns[3] = slots
	}
	return append(list, ProgramOf(shaders.Remap, RemapList(inPlace), nil),
		ProgramOf(shaders.Remap, RemapRows(inPlace), columns))
}

// RemapList returns the constants for remap.wgsl to list what occurs: slots, or the entries of a hash table.
func RemapList(table bool) shaders.Constants {
	return shaders.Constants{"STAGE": 0, "TABLE": flag(table)}
}

// RemapRows returns the constants for remap.wgsl to give rows their ranks. With inPlace, the ranks overwrite the slots;
// else they are written to a column of their own.
func RemapRows(inPlace bool) shaders.Constants {
	return shaders.Constants{"STAGE": 1, "IN_PLACE": flag(inPlace)}
}

// learnPrograms returns the programs that examine columns and slots to learn their widths and order.
func learnPrograms(j *Job) (list []Program) {
	unknown := func(a gpu.Aggregate) bool {
		return a.Values != nil && a.Values.Kind() == gpu.KindWords && j.Widths[a.Values.ID] == 0
	}
	if j.Packs() && slices.ContainsFunc(j.Aggregates, unknown) {
		list = append(list, ProgramOf(shaders.Widest, nil, nil))
	}
	if j.Run == 0 && j.DependsOnOrder() {
		list = append(list, ProgramOf(shaders.Changes, nil, map[int]gpu.Kind{1: j.SlotKind()}))
	}
	return list
}

// expectedWidths returns the widths of values that the device has measured, or if it has not, those that the app
// expects.
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

// Packs reports whether the plan may depend on how many bits the values of a column really take.
func (j *Job) Packs() bool {
	forced := FindKernel(j.Tuning.Strategy)
	return j.Rows >= ManyRows || forced != nil && forced.Records != nil
}

// DependsOnOrder reports whether the plan depends on the order of the rows.
func (j *Job) DependsOnOrder() bool { return j.Rows >= ManyRows && j.Slots > ManySlots }

func flag(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}
