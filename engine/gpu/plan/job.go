package plan

import (
	"slices"
	"strconv"

	"cardinal/engine/gpu"
)

// Job is a request as the device sees it, with what the device knows about it. The columns and bitmaps of a Job are
// IDs only and cannot be loaded. Every Product has With set.
type Job struct {
	gpu.Request
	Tuned []Tuned `json:",omitempty"` // the tuned grids of the device

	Meanwhile func() error   `json:"-"` // runs while the kernels run; nil: nothing
	First     int            `json:"-"` // the table row of the request's first row
	Ranks     gpu.Kind       `json:"-"` // the kind of the ranks that replace slots; 0: slots are not replaced
	SlotsName string         `json:"-"` // the ID of the slot column on the device
	Run       float64        `json:"-"` // mean length, in rows, of runs of equal slots; 0: unknown
	Widths    map[string]int `json:"-"` // bits of the values, by the ID of each column that the device has examined
}

// JobOf returns the job of a request.
func JobOf(r *gpu.Request) *Job {
	j := &Job{Request: r.Replace(
		func(c gpu.Column) *gpu.Column { return &gpu.Column{ID: c.ID, Bytes: c.Bytes, Bits: c.Bits} },
		func(b gpu.Bits) *gpu.Bits { return &gpu.Bits{ID: b.ID} },
	)}
	for i := range j.Aggregates {
		a := &j.Aggregates[i]
		switch {
		case !a.Op.Reads():
			a.Values, a.With = nil, nil
		case a.Op != gpu.Product:
			a.With = nil
		case a.With == nil:
			a.With = a.Values
		}
	}
	if r.Next != nil {
		j.Next = &JobOf(r.Next).Request
		j.Next.Next = nil
	}
	return j
}

// SlotKind returns the kind of the slots: the narrowest kind that holds composed slots, or else the kind of the only
// key.
func (j *Job) SlotKind() gpu.Kind {
	switch {
	case j.Ranks != 0:
		return j.Ranks
	case j.Composes():
		return gpu.SlotKind(j.Slots)
	}
	return j.Keys[0].Codes.Kind()
}

// width returns the number of bits that the values of a column take.
func (j *Job) width(c gpu.Column) int {
	if w, ok := j.Widths[c.ID]; ok {
		return w
	}
	return int(c.Kind())
}

// JobSource is a column or bitmap that a job reads.
type JobSource struct {
	ID   string
	Kind gpu.Kind
}

// Sources returns the distinct columns and bitmaps in the order of their use.
func (j *Job) Sources() (list []JobSource) {
	add := func(id string, k gpu.Kind) {
		if s := (JobSource{id, k}); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	j.Each(func(c *gpu.Column) { add(c.ID, c.Kind()) }, func(b *gpu.Bits) { add(b.ID, gpu.KindBits) })
	return list
}

// Composes reports whether slots must be composed. If the only key has stride 1 and there is no filter, the codes of
// the key already are the slots.
func (j *Job) Composes() bool {
	return j.Form != gpu.Hashed && j.Form != gpu.Partitioned && (len(j.Keys) != 1 || j.Keys[0].Stride != 1 ||
		j.Select != nil)
}

// SlotsID returns the ID of the composed slot column. Jobs with the same keys and filter share this column.
func (j *Job) SlotsID() string {
	id := append(strconv.AppendInt(append(make([]byte, 0, 256), "\x00slots "...), int64(j.Rows), 10), ' ')
	id = strconv.AppendInt(id, int64(gpu.SlotKind(j.Slots)), 10)
	for _, k := range j.Keys {
		id = append(strconv.AppendQuote(append(id, ' '), k.Codes.ID), '*')
		id = strconv.AppendUint(id, uint64(k.Stride), 10)
	}
	if j.Select != nil {
		id = strconv.AppendQuote(append(id, " where "...), j.Select.ID)
	}
	return string(id)
}

// HashedID returns the ID of the mapping of hashed keys.
func (j *Job) HashedID() string { return "\x00hashed" + j.SlotsID() }

// Groups returns the number of groups to plan memory for: twice the expected number, but at most the possible number.
func (j *Job) Groups() int {
	n := j.Rows
	if j.Form != gpu.Hashed && j.Form != gpu.Partitioned {
		n = min(n, j.Slots)
	}
	if j.Expected > 0 {
		n = min(n, 2*j.Expected)
	}
	return n
}
