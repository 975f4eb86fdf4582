package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/dispatch"
	"cardinal/engine/gpu"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// device is what is known of the GPU when a pivot is dispatched. Its adapter stands also where it is known and cannot be
// used now.
type device struct {
	adapter gpu.Adapter
	usable  bool
	why     string // it is not usable
}

func (d device) known() bool { return d.adapter.Class != "" }

func (d device) described() dispatch.Device {
	return dispatch.Device{
		Class: d.adapter.Class, Vendor: d.adapter.Vendor,
		WorkgroupBytes: int(d.adapter.WorkgroupBytes), BufferBytes: int64(d.adapter.MaxBindingBytes),
	}
}

// findDevice looks at the GPU without waiting for it, unless it was asked for by name.
func (r *run) findDevice() error {
	client := r.engine.gpu
	switch {
	case client == nil:
		r.device.why = "no GPU is to be used"
	case r.how.Tier == GPU:
		_, err := client.Adapter(r.ctx)
		r.device.adapter, r.device.usable, r.device.why = client.Peek()
		if err != nil && r.device.usable {
			r.device.usable, r.device.why = false, err.Error()
		}
	default:
		r.device.adapter, r.device.usable, r.device.why = client.Peek()
	}
	return nil
}

// couldPay reports whether it is worth waiting for a GPU that was not looked at yet: one could win, and nothing else than
// that it is not known keeps the pivot from it. Where a GPU of this machine was measured before, it is one of that class.
func (r *run) couldPay() bool {
	if r.how.Wait <= 0 || r.how.Tier != Auto || r.engine.gpu == nil || r.engine.gpu.Looked() || len(r.decision.Shut) > 1 {
		return false
	}
	measured := slices.ContainsFunc(dispatch.Classes, r.machine.Measured)
	for _, c := range r.decision.Classes {
		if c.Factors.Score() > 1 && (!measured || r.machine.Measured(c.Class)) {
			return true
		}
	}
	return false
}

// await waits for the GPU as long as the run may.
func (r *run) await() {
	ctx, stop := context.WithTimeout(r.ctx, r.how.Wait)
	defer stop()
	_, _ = r.engine.gpu.Adapter(ctx) // what came of it is seen by looking
	_ = r.findDevice()
	if !r.engine.gpu.Looked() {
		r.device.why = fmt.Sprintf("the GPU was not ready after %v s", r.how.Wait.Seconds())
	}
	r.recall()
}

// gates checks, each independently, what forbids the GPU. The request is nil where the GPU could not take it.
func (r *run) gates() ([]profiler.Gate, *gpu.Request) {
	gate := func(name, trouble, fine string) profiler.Gate {
		if trouble != "" {
			return profiler.Gate{Name: name, Detail: trouble}
		}
		return profiler.Gate{Name: name, Pass: true, Detail: fine}
	}
	precision, sums := r.precision()
	support := r.support()
	memory, size := "", ""
	var request *gpu.Request
	switch {
	case r.device.known() && (precision != "" || support != ""):
		size = fmt.Sprintf("its columns would need %s of %s", megabytes(r.needs(nil).bytes), megabytes(r.device.adapter.ResidentBudget))
	case r.device.known():
		request = r.request()
		memory, size = r.deviceMemory(request)
	}
	health := ""
	if !r.device.usable {
		health = r.device.why
	}
	gates := []profiler.Gate{
		gate("precision", precision, sums),
		gate("health", health, "it passed its self-test"),
		gate("support", support, "the GPU has a program for every measure"),
	}
	if r.device.known() { // else there is no memory to fit
		gates = slices.Insert(gates, 1, gate("memory", memory, size))
	}
	if memory != "" || health != "" {
		request = nil
	}
	return gates, request
}

func megabytes(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// support reports what the kernels cannot do.
func (r *run) support() string {
	if _, ok := r.form(); !ok {
		return fmt.Sprintf("these fields have too many values for the GPU, which tells apart groups of at most %d of them", maxHashedKeys)
	}
	if r.rows == 0 {
		return "no row is left to group"
	}
	for _, k := range r.plan.Kinds {
		switch k.Op {
		case measure.OpCount:
			if k.Other == nil {
				continue
			}
		case measure.OpSum, measure.OpFirst, measure.OpLast:
			continue
		case measure.OpProducts:
			narrow := coded(k.Column) && (k.Other == nil || coded(k.Other))
			if narrow && (k.Also == nil || k.Also.Valid == nil) {
				continue
			}
		case measure.OpMin, measure.OpMax:
			if k.Column.Type != data.Float && (k.Column.Wide == nil || span(k.Column) <= 1<<32-1) {
				continue
			}
			return fmt.Sprintf("the least and greatest of %s need 64 bits, and the GPU compares 32", k.Column.Name)
		}
		return fmt.Sprintf("the GPU has no program for %s", r.plan.MeasureOf(k).Title())
	}
	return ""
}

// coded reports whether the column's numbers are kept as codes of 32 bits.
func coded(c *data.Column) bool { return c.Wide == nil && c.Type != data.Float }

func span(c *data.Column) uint64 { return uint64(c.Max) - uint64(c.Min) }

// need is what a pivot takes of a device.
type need struct {
	columns        int
	bytes, largest int64 // of all columns, and of the largest
	lacking        int64 // bytes that are not on the device yet
}

// needs is what a request takes of the device; of a pivot that has none, for want of a program, what its columns would.
func (r *run) needs(request *gpu.Request) need {
	var list columns
	if request != nil {
		list = columnsOf(request)
	} else {
		for _, k := range r.keys {
			list.add(r.keyID(k), int64(k.Codes.Bytes()))
		}
		for _, in := range r.plan.Inputs {
			if c := in.Column; c != nil {
				list.add(r.columnID("value0", c), int64(c.Codes.Bytes())+8*int64(len(c.Wide)+len(c.Floats)))
			}
		}
	}
	n := need{columns: len(list.ids), bytes: list.bytes, largest: list.largest, lacking: list.bytes}
	if r.engine.gpu != nil {
		resident, _ := r.engine.gpu.Resident(list.ids)
		n.lacking = max(0, list.bytes-resident)
	}
	return n
}

func (r *run) onGPU() (*pivot.Groups, error) {
	start := time.Now()
	request := r.request()
	result, err := r.engine.gpu.Run(r.ctx, *request)
	if err != nil {
		return nil, err
	}
	elapsed := time.Since(start)
	r.record.Tier, r.record.Strategy, r.record.Threads = dispatch.GPU, result.Strategy, 0
	rest := ms(elapsed)
	for _, s := range result.Stages {
		r.stage(s.Name, s.MS)
		rest -= s.MS
	}
	r.stage("round trip", max(0, rest))
	r.record.BytesUploaded, r.record.MemoryBytes = result.BytesUploaded, result.DeviceBytes
	r.streamed(&result)
	r.throughput(elapsed.Seconds())
	start = time.Now()
	groups, err := r.readOut(request.Form, &result)
	if err != nil {
		return nil, err
	}
	merge := time.Since(start)
	r.stage("merge", ms(merge))
	r.record.TierMS = ms(elapsed + merge)
	return groups, nil
}
