package plan

import (
	"slices"
	"strconv"

	"cardinal/engine/gpu"
)

// Job is a request as the device sees it, and what the device knows about it. Its columns and bitmaps are IDs
// that cannot be loaded. With is set for every Product.
type Job struct {
	gpu.Request
	Tuned []Tuned `json:",omitempty"` // the grids that were found for the device

	Meanwhile func() error   `json:"-"` // runs while the kernels run; nil: nothing does
	First     int            `json:"-"` // the row of the table where the rows begin
	Ranks     gpu.Kind       `json:"-"` // of the ranks of groups that stand for slots; 0: slots are slots
	SlotsName string         `json:"-"` // the ID of the slot column on the device
	Run       float64        `json:"-"` // mean length, in rows, of the runs of one slot; 0: not known
	Widths    map[string]int `json:"-"` // bits of the values, by the ID of the columns that the device has looked at
}

// JobOf is the job of a request.
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

// SlotKind is the kind of the slots: the narrowest one where they are composed, else that of the only key.
func (j *Job) SlotKind() gpu.Kind {
	switch {
	case j.Ranks != 0:
		return j.Ranks
	case j.Composes():
		return gpu.SlotKind(j.Slots)
	}
	return j.Keys[0].Codes.Kind()
}

// width is how many bits the values of a column take.
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

// Sources are the distinct columns and bitmaps in the order of their use.
func (j *Job) Sources() (list []JobSource) {
	add := func(id string, k gpu.Kind) {
		if s := (JobSource{id, k}); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	j.Each(func(c *gpu.Column) { add(c.ID, c.Kind()) }, func(b *gpu.Bits) { add(b.ID, gpu.KindBits) })
	return list
}

// Composes says whether slots must be composed: a single key of stride 1 without a filter is the slot column itself.
func (j *Job) Composes() bool {
	return j.Form != gpu.Hashed && j.Form != gpu.Partitioned && (len(j.Keys) != 1 || j.Keys[0].Stride != 1 || j.Select != nil)
}

// SlotsID is the ID of the composed slot column. Jobs with the same keys and filter share it.
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

// HashedID is the ID of the mapping of hashed keys.
func (j *Job) HashedID() string { return "\x00hashed" + j.SlotsID() }

// Groups is the number of groups that memory is planned for: twice the expected ones, at most all that are possible.
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
