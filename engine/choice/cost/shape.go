package cost

// Shape describes a pivot to the cost model.
type Shape struct {
	Rows    int // rows to aggregate
	Scanned int // rows that the filter scans; 0: no filter
	Keys    int // key columns
	Accs    int // accumulators, without those that keep sets
	// Updates is the time to add a row, in updates of one accumulator. It is less than Accs if slots have so many rows
	// that several accumulators are updated by one addition. 0: Accs.
	Updates  float64
	Direct   bool // the codes of the only key column are the slots
	Inputs   int  // columns that the accumulators read
	Distinct int  // accumulators that keep values, or sets of values
	// Floats is the additional time of sums, products and extremes of floats, in updates of an integer.
	Floats float64
	// Listed returns, for a number of groups, how many accumulators keep lists of values, and how many words of 32 bits
	// a row adds to these lists. nil: no accumulator keeps lists.
	Listed func(groups int) (lists, columns float64) `json:"-"`
	// Moved returns how many words of 32 bits are moved for each row because lists of values are sorted onto the disk;
	// nil: none.
	Moved  func() float64 `json:"-"`
	Skewed bool           // many rows have the same few keys
	// Locality is the share of the rows whose key occurred shortly before, so that its group is in the cache; 0 if
	// unknown.
	Locality float64
	Groups   int
	Slots    int // of the dense form; 0 if keys are hashed
	Domain   int // slots in the GPU's answer; 0 if the answer has only the groups that occur
	Threads  int // workers that ran, or may run; with a device, the workers that read its answer out

	Class   string // of the device: discrete, integrated, software; "" for the processor
	Upload  int64  // bytes to send to the GPU
	Made    int64  // of these bytes, those that the cores compute first
	Absent  int    // columns to send to the GPU
	Columns int    // number of columns that the GPU needs
	Bytes   int64  // bytes that the GPU needs, resident or not; 0 if unknown
	Largest int64  // bytes of the largest column that the GPU needs
	Words   int    // words of four bytes per slot in the GPU's answer; 0: one per accumulator
	Asked   int    // accumulators that the slot limit of the score counts; 0 means one
	Limit   int    // slots whose accumulators fit workgroup memory in one pass; 0 means 1,024
	Chunks  int    // pieces of the columns, limited by the device's largest buffer; 0 means one

	// CompileWait returns how long a run over a number of groups waits for programs that the device must compile, in
	// milliseconds; nil: it does not wait.
	CompileWait func(groups int) float64 `json:"-"`
	Unmapped    bool                     // the device has not yet found the slots of the rows' keys

	// Pairs returns the shapes of requests that count the rows of each pair of group and value on a GPU, for states
	// that keep values; nil: no state keeps values.
	Pairs func(groups int) []Shape `json:"-"`

	// Split returns how many tiles of rows are sent to the GPU one after the other because the rows or the groups do
	// not fit it. loads says how often partitions, or groups of tiles, are loaded afterwards. nil: everything fits.
	Split func(groups int) (tiles, loads int) `json:"-"`

	SampleRows int // rows of the estimate's sample
	Levels     int // of both axes together

	// Kernel is the strategy that the GPU ran; "": the cheaper one.
	Kernel string
	// Strategy returns the name of the strategy that a CPU tier runs for a number of groups and threads. An unknown
	// name counts as tables of keys. nil: dense if there are slots, else tables of keys.
	Strategy func(groups, threads int) string `json:"-"`
}

// At returns the shape with another number of groups. If slots are fewer than these groups, their number is raised,
// too.
func (s Shape) At(groups int) Shape {
	s.Groups = groups
	if s.Slots > 0 {
		s.Slots = max(s.Slots, groups)
	}
	return s
}
