package dispatch

import "math"

// Tiers by name.
const (
	Serial  = "serial"
	Workers = "workers"
	GPU     = "gpu"
)

// Stages that a tier's prediction is made of, and the two that all tiers share.
const (
	Aggregate = "aggregate"
	Merge     = "merge"
	Upload    = "upload"
	Kernel    = "kernel"
	RoundTrip = "round trip"
	Estimate  = "estimate"
	Assemble  = "assemble"
)

// Shape is what the cost model needs to know of a pivot.
type Shape struct {
	Rows    int // that the aggregation walks
	Scanned int // that a filter passes them out of; 0: there is none
	Keys    int // key columns
	Accs    int // accumulators
	// Updates is how many accumulators a row takes the time of where slots have rows enough for several to be added
	// together; 0: Accs.
	Updates  float64
	Direct   bool // the codes of the only key column are the slots
	Distinct int  // accumulators that keep sets
	Skewed   bool // many rows have the same few keys
	Groups   int
	Slots    int   // of the dense form; 0 where keys are hashed
	Domain   int   // slots that the GPU indexes; 0 where they are Slots
	Threads  int   // of the workers: as many as ran, or may run
	Upload   int64 // bytes that the GPU lacks
	Columns  int   // that the GPU needs
	Bytes    int64 // bytes that the GPU needs, resident or not; 0 where that is not known
	Largest  int64 // bytes of the largest column that the GPU needs
	Asked    int   // accumulators that the slot limit of the score counts; 0 stands for one
	Limit    int   // slots whose accumulators fit workgroup memory in one pass; 0 stands for 1,024
	Chunks   int   // pieces that the columns are cut into for the device's largest buffer; 0 is one

	SampleRows int // that the estimate drew
	Levels     int // of both axes together

	// Kernel is the strategy that the GPU ran; "": the cheaper one counts.
	Kernel string
	// Strategy names what a CPU tier runs with so many groups and threads: dense, partition or plat, runs, or another,
	// which counts as tables of keys. nil: dense where there are slots, else tables of keys.
	Strategy func(groups, threads int) string `json:"-"`
}

func (s *Shape) strategy(threads int) string {
	switch {
	case s.Strategy != nil:
		return s.Strategy(s.Groups, threads)
	case s.Slots > 0:
		return "dense"
	}
	return "independent"
}

// largeAnswer is the slots from which on an answer is too much for a pipe.
const largeAnswer = 1 << 13

// partitionKernels are started one after the other where groups are many: count, place, aggregate.
const partitionKernels = 3

// terms are how much of each constant a stage takes, in milliseconds a unit: a stage's time is their dot product with
// the machine's constants. Predict and Fit read the same ones.
type terms [constants]float64

// terms of a stage on a tier. The cache and the number of threads enter here, because time is not linear in them.
func (m *Machine) terms(s *Shape, tier, class, stage string) terms {
	const ns = 1e-6 // a nanosecond in milliseconds
	var t terms
	switch {
	case stage == Estimate:
		t[sampleNs] = float64(s.SampleRows) * ns
	case stage == Assemble:
		nodes := float64(s.Groups) * float64(s.Levels) * ns
		t[nodeNs] = nodes
	case tier == GPU:
		m.onDevice(s, &t, class, stage)
	case stage == Aggregate:
		m.aggregate(s, tier, &t)
	case stage == Merge:
		m.merge(s, tier, &t)
	}
	return t
}

// crew is the threads of a CPU tier, and how many times one thread's work they do together: of arithmetic, and of
// making and moving memory.
func (m *Machine) crew(s *Shape, tier string) (threads int, speed, memory float64) {
	if tier == Serial {
		return 1, 1, 1
	}
	threads = max(1, s.Threads)
	n := float64(threads)
	return threads, n / (1 + m.Contention*(n-1)), n / (1 + m.MemoryContention*(n-1))
}

// aggregate is the pass over the rows, and what every worker makes before and beside it. Cores that rest are at work only
// after WakeMS, until when the first one works alone.
func (m *Machine) aggregate(s *Shape, tier string, t *terms) {
	threads, speed, memory := m.crew(s, tier)
	if threads > 1 {
		m.aggregate(s, Serial, t)
		v := m.values("")
		if t.dot(&v) <= m.WakeMS {
			t[forkMS] = float64(threads - 1)
			return
		}
		*t = terms{wakeMS: 1 - 1/float64(threads)}
	}
	rows, accs := float64(s.Rows)*1e-6/speed, float64(s.Accs)
	keys, updates := s.steps(threads)
	t[startMS], t[forkMS] = 1, float64(threads-1)
	t[keyNs], t[accNs], t[distinctNs] = rows*keys, rows*updates, rows*float64(s.Distinct)
	if s.Scanned > 0 {
		t[keyNs] += pickKeys*rows + scanKeys*float64(s.Scanned)*1e-6/speed
	}
	slots := float64(max(s.Slots, s.Groups))
	state, misses := 8*(accs+1), 1.0
	switch s.strategy(threads) {
	case "runs": // a look-up and an update a run
		return
	case "partition", "plat": // the groups of a partition fit the cache
		t[forkMS] *= partitionPasses
		t[partNs] = (float64(s.Rows)/memory + partitionStart) * 1e-6 * (1 + accs/4)
		if s.Slots == 0 { // keys are found sooner than in a table that does not fit
			t[hashNs], t[insertNs] = rows, float64(s.Groups)*1e-6/speed/2
		}
		t[roomNs] = slots * accs * 1e-6 / memory
		t[mergeNs] = m.share(t, threads, slots, decodePasses)
		return
	case "dense":
		t[roomNs] = slots * accs * 1e-6 * float64(threads) / memory
		state *= slots
	default:
		t[hashNs], t[insertNs] = rows, float64(s.tableGroups(threads))*1e-6
		state = (state + 24) * float64(s.Groups)
		if s.Skewed {
			misses = skewedMisses
		}
	}
	if state > m.CacheBytes { // every doubling leaves more to slower caches and to fewer entries of the page table's
		t[missNs] = misses * rows * (updates + 1) * math.Log2(state/m.CacheBytes)
	}
}

// skewedMisses is the part of the misses of a table that are left where most rows meet the few keys that stay in the cache.
const skewedMisses = 0.5

// Listing a row that passes a filter and gathering what is known of it takes as long as so many keys, and going over the rows that
// it is listed from as long as so many.
const pickKeys, scanKeys = 2.5, 2

// talliedRows are needed of every slot on a worker for accumulators that share words to be worth taking apart, as
// packed.New has it.
const talliedRows = 5

// steps are the passes over key columns that number a row, and the accumulators that are updated.
func (s *Shape) steps(threads int) (keys, updates float64) {
	keys, updates = float64(s.Keys), float64(s.Accs)
	if s.strategy(threads) != "dense" {
		return keys, updates
	}
	if s.Updates > 0 && s.Rows >= talliedRows*threads*s.Slots {
		updates = s.Updates
	}
	switch {
	case s.Direct:
		keys = 0
	case s.Keys > 1: // two are read in one pass
		keys--
	}
	return keys, updates
}

// tableGroups is about how many groups are in a worker's table.
func (s *Shape) tableGroups(threads int) int { return min(s.Groups, (s.Rows+threads-1)/threads) }

// partitionStart is how many rows are written in the time that it takes to make room for them.
const partitionStart = 20_000

// Workers are woken pass by pass: to count, write, number and aggregate partitions; to add groups up; to find which are
// used, and to decode them.
const (
	partitionPasses = 5
	decodePasses    = 4
	// alone is how many visits to groups are worth a worker.
	alone = 1 << 15
)

// merge joins what the workers have, and drops what no row fell into.
func (m *Machine) merge(s *Shape, tier string, t *terms) {
	threads, _, _ := m.crew(s, tier)
	accs := float64(s.Accs)
	share := func(visits, passes float64) float64 { return m.share(t, threads, visits, passes) }
	slots := float64(max(s.Slots, s.Groups))
	switch s.strategy(threads) {
	case "partition", "plat": // no two partitions share a group
	case "dense", "runs":
		if threads > 1 {
			t[joinNs] = share(slots*accs*float64(threads), 1)
		}
		t[mergeNs] = share(slots, decodePasses)
	default:
		if threads > 1 {
			entries := share(float64(threads*s.tableGroups(threads)), 2)
			t[joinNs], t[insertNs] = entries*accs, entries
		}
		t[mergeNs] = share(float64(s.Groups), 1)
	}
}

// share is the part of visits to groups, in milliseconds a nanosecond each, that takes a worker longest, where they are
// shared by as many as they are worth to be woken for, so many times.
func (m *Machine) share(t *terms, threads int, visits, passes float64) float64 {
	woken := math.Min(float64(threads-1), math.Floor(visits/alone))
	t[forkMS] += woken * passes
	return visits * 1e-6 * (1 + m.Contention*woken) / (woken + 1)
}

// onDevice is the stages of the GPU.
func (m *Machine) onDevice(s *Shape, t *terms, class, stage string) {
	const ns = 1e-6
	accs := float64(s.Accs + s.Distinct) // a device that kept sets would take as long for one, at least
	slots := max(s.Slots, s.Groups, s.Domain)
	hashed := s.Slots == 0 && s.Domain == 0
	cells := float64(slots) * ns
	switch stage {
	case Upload:
		if s.Upload > 0 {
			t[sendMS], t[uploadNs] = float64(s.Columns), float64(s.Upload)*ns
		}
	case Kernel:
		*t = m.kernel(s, class, slots)
		if hashed && s.Upload > 0 { // what the hashing finds stays on the device with the columns
			t[deviceKeyNs] = float64(s.Rows) * ns
		}
	case RoundTrip:
		t[roundTripMS] = float64(max(1, s.Chunks))
		if slots > largeAnswer { // memory of both processes, in place of the pipe
			t[roundTripMS]++
		}
		t[slotNs] = cells * accs
	case Merge:
		t[readNs] = cells * (accs + 1)
	}
}

// kernel is the work of the kernel that ran, or of the cheaper one: in workgroup memory, a part of the slots each time, or
// by partitions.
func (m *Machine) kernel(s *Shape, class string, slots int) terms {
	var workgroup, partition terms
	limit := s.Limit
	if limit == 0 {
		limit = 1024
	}
	rows := float64(s.Rows) * 1e-6 * float64(s.Accs+s.Distinct)
	passes := (slots + limit - 1) / limit
	workgroup[launchMS], workgroup[workgroupNs] = 1, rows*float64(max(1, passes))
	partition[launchMS], partition[globalNs] = partitionKernels, rows
	v := m.values(class)
	switch few := s.Kernel == "private" || s.Kernel == "workgroup"; {
	case few, s.Kernel == "" && workgroup.dot(&v) <= partition.dot(&v):
		return workgroup
	}
	return partition
}

func (t *terms) dot(v *[constants]float64) float64 {
	sum := 0.0
	for i, x := range t {
		sum += x * v[i]
	}
	return sum
}

// stagesOf lists what each tier's prediction is made of.
var stagesOf = map[string][]string{
	Serial: {Aggregate, Merge}, Workers: {Aggregate, Merge}, GPU: {Upload, Kernel, RoundTrip, Merge},
}
