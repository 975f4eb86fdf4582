package engine

import (
	"fmt"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/dispatch"
	"cardinal/engine/gpu"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// device is what is known of the GPU when a pivot is dispatched.
type device struct {
	adapter gpu.Adapter
	usable  bool
	why     string // it is not usable
}

func (d device) described() dispatch.Device {
	if !d.usable {
		return dispatch.Device{}
	}
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
		a, err := client.Adapter(r.ctx)
		r.device = device{adapter: a, usable: err == nil}
		if err != nil {
			r.device.why = err.Error()
		}
	default:
		r.device.adapter, r.device.usable, r.device.why = client.Peek()
	}
	return nil
}

// slotWords is what a group takes of workgroup memory: a sum has two u32 limbs, and each accumulator its own pass.
const slotWords = 2

func (r *run) slotLimit() int { return dispatch.SlotLimit(r.device.described(), slotWords) }

// gates checks, each independently, what forbids the GPU. The request is nil where no device could take it.
func (r *run) gates() ([]profiler.Gate, *gpu.Request) {
	gate := func(name, trouble, fine string) profiler.Gate {
		if trouble != "" {
			return profiler.Gate{Name: name, Detail: trouble}
		}
		return profiler.Gate{Name: name, Pass: true, Detail: fine}
	}
	precision, limbs := r.precision()
	support := r.support()
	memory, size := "", "no device to fill"
	var request *gpu.Request
	if r.device.usable && support == "" && precision == "" {
		request = r.request()
		memory, size = r.deviceMemory(request)
	}
	health := ""
	if !r.device.usable {
		health = r.device.why
	}
	gates := []profiler.Gate{
		gate("precision", precision, limbs),
		gate("memory", memory, size),
		gate("health", health, "it passed its self-test"),
		gate("support", support, "it has a program for each of them"),
	}
	if memory != "" {
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

// precision is SEEDS A8: a sum must be exact in the accumulator. Integers get as many 32-bit limbs as their largest
// possible total needs; true floats would need fixed point in 128 bits, which has no kernel.
func (r *run) precision() (trouble, fine string) {
	fine = "nothing is summed"
	for _, k := range r.plan.Kinds {
		if k.Op != aggregate.OpSum {
			continue
		}
		c := k.Column
		if c.Type == data.Float {
			return fmt.Sprintf("%s holds true floats, and the GPU has no program for their exact sum", c.Name), ""
		}
		fine = "every possible sum fits 64 bits"
		if span(c) > 1<<32-1 {
			fine = fmt.Sprintf("%s is summed in 128 bits to stay exact", c.Name)
		}
	}
	return "", fine
}

// support reports what the kernels cannot do.
func (r *run) support() string {
	if _, ok := r.form(); !ok {
		return fmt.Sprintf("the GPU can tell groups of at most %d such fields apart", maxHashedKeys)
	}
	if r.rows == 0 {
		return "no row is left to group"
	}
	for _, k := range r.plan.Kinds {
		switch k.Op {
		case aggregate.OpCount:
			if k.Other == nil {
				continue
			}
		case aggregate.OpSum, aggregate.OpFirst, aggregate.OpLast:
			continue
		case aggregate.OpProducts:
			narrow := coded(k.Column) && (k.Other == nil || coded(k.Other))
			if narrow && (k.Also == nil || k.Also.Valid == nil) {
				continue
			}
		case aggregate.OpMin, aggregate.OpMax:
			if k.Column.Type != data.Float && (k.Column.Wide == nil || span(k.Column) <= 1<<32-1) {
				continue
			}
			return fmt.Sprintf("the least and greatest of %s need 64 bits, and the GPU compares 32", k.Column.Name)
		}
		return fmt.Sprintf("the GPU has no program for %s", r.plan.MeasureOf(k))
	}
	return ""
}

// coded reports whether the column's numbers are kept as codes of 32 bits.
func coded(c *data.Column) bool { return c.Wide == nil && c.Type != data.Float }

func span(c *data.Column) uint64 { return uint64(c.Max) - uint64(c.Min) }

// missing is what the device lacks of a request, in bytes, and whether that is nothing.
func (r *run) missing(q *gpu.Request) (int64, bool) {
	ids, bytes := columns(q)
	resident, all := r.engine.gpu.Resident(ids)
	return max(0, bytes-resident), all
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
