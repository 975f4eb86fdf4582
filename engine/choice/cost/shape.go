package cost

// Shape is what the cost model needs to know of a pivot.
type Shape struct {
	Rows    int // that the aggregation walks
	Scanned int // that a filter passes them out of; 0: there is none
	Keys    int // key columns
	Accs    int // accumulators, without those that keep sets
	// Updates is how many of the Accs a row takes the time of where slots have rows enough for several to be added
	// together; 0: Accs.
	Updates  float64
	Direct   bool // the codes of the only key column are the slots
	Inputs   int  // columns that the accumulators read
	Distinct int  // accumulators that keep sets
	// Moved is how many columns a row is moved through, beside the above, where lists of values are sorted onto
	// the disk; nil: none.
	Moved  func() float64 `json:"-"`
	Skewed bool           // many rows have the same few keys
	// Locality is the share of the rows whose key occurs shortly before, so that its group is in the cache; 0
	// where that is not known.
	Locality float64
	Groups   int
	Slots    int // of the dense form; 0 where keys are hashed
	Domain   int // slots that the GPU answers with; 0 where it answers with the groups that occur
	Threads  int // of the workers: as many as ran, or may run; with a device, those that read its answer out

	Class   string // of the device: discrete, integrated, software; "" on the processor
	Upload  int64  // bytes that the GPU lacks
	Absent  int    // columns that the GPU lacks
	Columns int    // that the GPU needs
	Bytes   int64  // bytes that the GPU needs, resident or not; 0 where that is not known
	Largest int64  // bytes of the largest column that the GPU needs
	Words   int    // of four bytes that the GPU's answer has of each slot; 0: one for each accumulator
	Asked   int    // accumulators that the slot limit of the score counts; 0 stands for one
	Limit   int    // slots whose accumulators fit workgroup memory in one pass; 0 stands for 1,024
	Chunks  int    // pieces that the columns are cut into for the device's largest buffer; 0 is one

	// Compiling is how long a run over so many groups waits for programs that the device has not compiled yet,
	// in milliseconds; nil: it waits for none.
	Compiling func(groups int) float64 `json:"-"`
	Unmapped  bool                     // the device has not found the slots of the rows' keys yet

	// Split is the tiles of rows that the GPU is sent one after the other where rows or groups do not fit it,
	// and the loads of partitions, or of groups of tiles, that it is sent afterwards; nil: they fit.
	Split func(groups int) (tiles, loads int) `json:"-"`

	SampleRows int // that the estimate drew
	Levels     int // of both axes together

	// Kernel is the strategy that the GPU ran; "": the cheaper one counts.
	Kernel string
	// Strategy names what a CPU tier runs with so many groups and threads: dense, partition or plat, runs, or another,
	// which counts as tables of keys. nil: dense where there are slots, else tables of keys.
	Strategy func(groups, threads int) string `json:"-"`
}

// At is the shape with another number of groups. A dense domain grows with it.
func (s Shape) At(groups int) Shape {
	s.Groups = groups
	if s.Slots > 0 {
		s.Slots = max(s.Slots, groups)
	}
	return s
}
