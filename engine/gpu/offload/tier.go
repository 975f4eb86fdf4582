package offload

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/tier"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/outofcore"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// GPU is the name of the tier.
const GPU = "gpu"

// Device is the GPU as the tier uses it: a *host.Client, or its replacement in a test.
type Device interface {
	// Peek returns what is known of the adapter so far, whether it is usable, and why not.
	Peek() (a gpu.Adapter, usable bool, why string)
	// Adapter waits until the adapter is known.
	Adapter(ctx context.Context) (gpu.Adapter, error)
	// Looked reports whether the adapter was looked for.
	Looked() bool
	// Resident returns how many of the columns are on the device, and their bytes.
	Resident(ids []string) (columns int, bytes int64)
	// Held counts the columns on the device whose ID begins with a prefix, and their bytes.
	Held(prefix string) (columns int, bytes int64)
	// CompileWait returns how long a request with its expected number of groups would wait for programs to compile, in
	// milliseconds; 0: they are compiled.
	CompileWait(r *gpu.Request) float64
	// Compile compiles the programs of a request.
	Compile(ctx context.Context, r gpu.Request) error
	// Mapped reports whether the device has found the slots of the rows for the keys of a request.
	Mapped(r *gpu.Request) bool
	// Send sends the columns of a request to the device. It returns the number of bytes sent, and the number of
	// groups if the device found it, else 0.
	Send(ctx context.Context, r gpu.Request) (bytes int64, groups int, err error)
	// SplitOn returns how to split a request that does not fit the adapter.
	SplitOn(a gpu.Adapter, r *gpu.Request) (outofcore.Split, error)
	// Run answers a request.
	Run(ctx context.Context, r gpu.Request) (gpu.Result, error)
}

var words = profiler.Tier{Name: GPU, Title: "GPU", Noun: "the GPU", Subject: "the GPU", Hardware: "the GPU"}

// Tier returns the tier of a device; nil means that no GPU is to be used. If a person chose the GPU by name, an offer
// waits until the GPU has started.
func Tier(d Device) tier.Tier {
	return tier.Tier{
		Tier: words, Model: model, Strategies: strategies(),
		Offer: func(ctx context.Context, g *tier.GroupBy) *tier.Offer {
			if d != nil && g.Forced == GPU {
				if _, err := d.Adapter(ctx); err != nil {
					return offer(g, d, refusal(d, err))
				}
			}
			seen := peek(d)
			if d != nil && !d.Looked() && g.Waited > 0 {
				seen.why = waitWords(g.Waited)
			}
			return offer(g, d, seen)
		},
		Trials: func(rows, _ int) []int {
			if s := peek(d); !s.usable || s.adapter.Class == gpu.Software && rows > softwareRows {
				return nil
			}
			return []int{0}
		},
	}
}

// softwareRows is the largest number of rows with which a software GPU is measured. More rows would only lengthen the
// calibration, since a software GPU never wins. After measurements with fewer rows, predictions for 10 million rows
// were up to six times too short.
const softwareRows = 1_000_000

// sighting is what is known of the GPU when an offer is made. An adapter that was found is set even if it is unusable
// now.
type sighting struct {
	adapter gpu.Adapter
	usable  bool
	why     string // why the adapter is not usable
}

func (s *sighting) isKnown() bool { return s.adapter.Class != "" }

func peek(d Device) (s sighting) {
	if d == nil {
		s.why = "no GPU is to be used"
		return s
	}
	s.adapter, s.usable, s.why = d.Peek()
	return s
}

// refusal returns what is known of a device that did not start.
func refusal(d Device, err error) sighting {
	s := peek(d)
	if s.usable {
		s.usable, s.why = false, err.Error()
	}
	return s
}

// strategies lists the kernels that aggregate rows, and the mappings by which rows find the groups of hashed keys.
func strategies() (list []tier.Strategy) {
	for _, k := range plan.Kernels {
		list = append(list, tier.Strategy{Name: k.Name, Words: k.Words})
	}
	for _, m := range plan.Mappings {
		list = append(list, tier.Strategy{Name: m.Name, Words: m.Words})
	}
	return list
}

// tuning returns the kernel or the mapping that a person chose by name.
func (j *job) tuning() (t gpu.Tuning) {
	switch {
	case j.Forced != GPU:
	case slices.Contains(plan.MappingNames(), j.Strategy):
		t.Mapping = j.Strategy
	default:
		t.Strategy = j.Strategy
	}
	return t
}

// job is a group-by for the device.
type job struct {
	*tier.GroupBy
	device  Device
	seen    sighting
	request *gpu.Request // nil if the device is unknown or has no program
	pairs   []pairs      // further requests, for states that keep values
	// the integers of columns whose words are sent, by the ID of the column and what its integers are
	integers map[string]*gpu.Integers
	needs    need
	fits     bool            // the device holds the whole request at once, whatever the number of groups is
	barred   []profiler.Gate // of precision and support: they do not depend on the number of groups
}

// offer examines a group-by for a device, whose state is in seen.
func offer(g *tier.GroupBy, d Device, seen sighting) *tier.Offer {
	j := &job{GroupBy: g, device: d, seen: seen}
	precision, sums := j.precision()
	support := j.support()
	j.barred = []profiler.Gate{
		gate("precision", precision, sums),
		gate("support", support, "the GPU has a program for every measure"),
	}
	if seen.isKnown() && precision == "" && support == "" {
		j.request = j.makeRequest()
	}
	j.needs = j.need()
	s := j.scorer()
	o := &tier.Offer{
		Offer: *s.offer(),
		Shape: func(p dispatch.Plan) cost.Shape { return s.plannedShape(p.Groups, p.Groups) },
		Run:   j.run,
	}
	o.Gates = j.gates
	if j.request != nil && j.seen.usable && len(j.closedGates()) == 0 {
		o.Send, o.Compile = j.send, j.compile
	}
	if seen.isKnown() {
		o.Device = seen.adapter.Name + " " + seen.adapter.Driver
	}
	if d != nil && !d.Looked() {
		o.Wait = func(ctx context.Context) { _, _ = d.Adapter(ctx) } // the next offer peeks at the result
	}
	return o
}

// scorer returns a scorer of the group-by for the device, whose state is in seen.
func (j *job) scorer() *scorer {
	s := j.Shape(0)
	s.Threads = j.Cores // threads that read the answer out
	s.Class = j.seen.adapter.Class
	s.Limit = sumSlots(j.card())
	switch form, _ := j.form(); form {
	case gpu.Dense:
		s.Slots, s.Domain = int(j.Key.Slots), int(j.Key.Slots)
	case gpu.Sparse:
		s.Slots = int(j.Key.Slots)
	}
	if j.request != nil {
		s.Accs = len(j.request.Aggregates) // a sum may take several
		for _, a := range j.request.Aggregates {
			s.Words += a.Op.Words()
			if a.Ties { // the rows that tie are marked in a walk of its own
				s.Accs++
			}
		}
		if len(j.pairs) > 0 {
			s.Distinct, s.Pairs = 0, j.pairShapes
		}
	}
	var exactly func(groups int) float64
	if j.request != nil && j.seen.usable {
		switch j.request.Form {
		case gpu.Dense: // its programs do not depend on the groups
			s.CompileWait = j.compiling(func(int) int { return 0 })
		default:
			s.CompileWait, exactly = j.compiling(plan.LikeGroups), j.compiling(func(groups int) int { return groups })
		}
		s.Unmapped, s.Split = !j.device.Mapped(j.request), j.split()
		for i := range j.pairs {
			j.pairs[i].unmapped = !j.device.Mapped(j.pairs[i].request)
		}
	}
	n := j.needs
	s.Made = n.made
	s.Columns, s.Bytes, s.Largest, s.Absent, s.Upload = n.columns, n.bytes, n.largest, n.absent, n.lacking
	if most := int64(j.seen.adapter.MaxBindingBytes); most > 0 {
		s.Chunks = int((4*int64(j.Table.Rows) + most - 1) / most)
	}
	return &scorer{
		machine: j.Machine, shape: s, exactly: exactly, device: j.card(), name: j.seen.adapter.Name,
		pending: j.device != nil && !j.device.Looked(), barred: len(j.closedGates()) > 0,
	}
}

// split returns Shape.Split of the group-by. It returns nil if the group-by always fits the device at once, or if it
// cannot be split. It asks the device once for all numbers of groups with equally many bits.
func (j *job) split() func(groups int) (tiles, loads int) {
	most := *j.request
	most.Expected = 0
	s, err := j.device.SplitOn(j.seen.adapter, &most)
	if j.fits = err == nil && s.Tiles == 0; err != nil || j.fits {
		return nil
	}
	known := map[int]outofcore.Split{}
	return func(groups int) (tiles, loads int) {
		s, ok := known[bits.Len(uint(groups))]
		if !ok {
			request := *j.request
			request.Expected = groups
			s, _ = j.device.SplitOn(j.seen.adapter, &request) // the gate reports the error
			known[bits.Len(uint(groups))] = s
		}
		return s.Tiles, s.Loads
	}
}

// compiling returns Shape.CompileWait of the group-by. It asks the device once for all numbers of groups that `like`
// maps to the same number.
func (j *job) compiling(like func(groups int) int) func(groups int) float64 {
	known := map[int]float64{}
	return func(groups int) float64 {
		groups = like(groups)
		ms, ok := known[groups]
		if !ok {
			for _, request := range j.expecting(groups) {
				ms += j.device.CompileWait(&request)
			}
			known[groups] = ms
		}
		return ms
	}
}

// keptShare is the share of the budget for columns that are sent before a pivot asks for them. The rest is for the
// slots and accumulators of requests.
const keptShare = 0.5

// hasRoom reports whether the device has room for the missing columns besides those that it holds.
func (j *job) hasRoom() bool {
	_, held := j.device.Held("")
	return float64(held+j.needs.lacking) <= keptShare*float64(j.seen.adapter.ResidentBudget)
}

// send sends to the device what it lacks for a run with about `expected` groups: programs and, if the columns fit,
// the columns and the slots of the rows.
func (j *job) send(ctx context.Context, expected int) (bytes int64, groups int, err error) {
	if !j.hasRoom() {
		return 0, 0, j.compile(ctx, expected)
	}
	for i, request := range j.expecting(expected) {
		if j.needs.lacking == 0 && j.device.Mapped(&request) && j.device.CompileWait(&request) == 0 {
			continue
		}
		sent, found, err := j.device.Send(ctx, request)
		if err != nil {
			return bytes, groups, err
		}
		if bytes += sent; i == 0 {
			groups = found
		}
	}
	return bytes, groups, nil
}

// compile compiles the programs that the device lacks for a run with about `expected` groups.
func (j *job) compile(ctx context.Context, expected int) error {
	for _, request := range j.expecting(expected) {
		if j.device.CompileWait(&request) == 0 {
			continue
		}
		if err := j.device.Compile(ctx, request); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) card() Card {
	a := j.seen.adapter
	return Card{Class: a.Class, Vendor: a.Vendor, WorkgroupBytes: int(a.WorkgroupBytes),
		BufferBytes: int64(a.MaxBindingBytes)}
}

// run answers on the device.
func (j *job) run(ctx context.Context, p dispatch.Plan) (*tier.Outcome, error) {
	o := &tier.Outcome{}
	requests := j.expecting(p.Groups)
	for i := range requests {
		err := j.answer(ctx, &requests[i], o, func(result *gpu.Result) (err error) {
			if i > 0 {
				return j.loadPairs(ctx, &j.pairs[i-1], result, o.Groups)
			}
			o.Groups, err = j.readOut(ctx, result)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return o, nil
}

// answer runs a request, reads its result out, and adds both to the outcome.
func (j *job) answer(ctx context.Context, request *gpu.Request, o *tier.Outcome,
	readOut func(*gpu.Result) error) error {
	start := system.Now()
	result, err := j.device.Run(ctx, *request)
	if err != nil {
		what := "the GPU could not run this pivot"
		if errors.Is(err, gpu.ErrLost) {
			what = "the GPU's process was lost in the middle of this pivot"
		}
		return &tier.Failure{What: what, Err: err}
	}
	onDevice := system.Since(start)
	rest := profiler.Milliseconds(onDevice)
	for _, s := range result.Stages {
		o.AddStage(s.Name, s.MS)
		rest -= s.MS
	}
	o.AddStage(stageRoundTrip, max(0, rest))
	o.ReadMS, o.Sent, o.Bytes = o.ReadMS+profiler.Milliseconds(onDevice), o.Sent+result.BytesUploaded,
		result.DeviceBytes
	o.Kernels = append(o.Kernels, result.Kernels...)
	if o.Strategy == "" {
		o.Strategy, o.Tiles, o.Parts, o.Table = result.Strategy, result.Tiles, result.Partitions, result.HashTable
		if asked := j.tuning().Strategy; asked != "" && asked != result.Strategy {
			o.Events = append(o.Events, fmt.Sprintf("This pivot does not suit the GPU's program %s, so that %s ran.",
				asked, result.Strategy))
		}
		if how := streamWords(&result); how != "" {
			o.Details = map[string]string{"memory": how}
		}
	}
	start = system.Now()
	if err := readOut(&result); err != nil {
		return &tier.Failure{What: "the GPU could not run this pivot", Err: err}
	}
	merge := system.Since(start)
	o.AddStage(stageMerge, profiler.Milliseconds(merge))
	o.MS += profiler.Milliseconds(onDevice + merge)
	return nil
}

// streamWords says how a request that did not fit the device at once was streamed: in how many partitions, or how fast.
func streamWords(result *gpu.Result) string {
	switch {
	case result.Partitions > 0:
		how := fmt.Sprintf(": %d partitions in %d loads", result.Partitions, result.Loads)
		if result.OnCores > 0 {
			how += fmt.Sprintf(", and %d of the partitions on the cores", result.OnCores)
		}
		if result.Left > 0 {
			how += fmt.Sprintf(", and the cores merged %s groups of tiles that had no room",
				profiler.Count(result.Left))
		}
		return how
	case result.Tiles > 0:
		return fmt.Sprintf(", at %.0f%% of the link's bandwidth, uploading %.0f%% of the time", 100*result.LinkShare,
			100*result.Overlap)
	}
	return ""
}

// waitWords says that a device was not ready in time.
func waitWords(d time.Duration) string {
	if d < time.Second {
		return "the GPU was still starting"
	}
	return fmt.Sprintf("the GPU was not ready after %v s", d.Seconds())
}
