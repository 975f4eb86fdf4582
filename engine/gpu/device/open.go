package device

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/profiler"
)

// Device is an open GPU with the columns that it holds. Only one goroutine may use it.
type Device struct {
	Info     gpu.Adapter
	Unwanted func() error // returns ErrAborted if the app has withdrawn its request; may be nil

	instance  *wgpu.Instance
	adapter   *wgpu.Adapter
	gpu       *wgpu.Device
	queue     *wgpu.Queue
	chunkRows int                  // rows of a column in one buffer
	submitted wgpu.SubmissionIndex // the index of the latest submission
	tile      string               // the suffix of column IDs while a job is streamed
	pipelines *pipelines
	resident  *residents[column]
	nothing   *wgpu.Buffer // bound if a kernel declares a column that the request lacks
	unused    *wgpu.Buffer // bound if a kernel declares an output that the request does not want
	scanSums  *wgpu.Buffer // the sums of the workgroups of a prefix sum
	pool      pool
	staging   staging
	totals    totals
	readback  [2]scratch // used in turn
	params    scratch
	counts    scratch           // the number of rows of each partition; later the position of its next row
	starts    scratch           // the starts of the partitions
	records   scratch           // rows in partitions
	tiles     scratch           // tiles before each partition of a further sort
	sorted    scratch           // records of the second level of a sort
	present   scratch           // one bit per slot that occurs
	before    scratch           // prefix sums of these bits, by word
	table     scratch           // hash table of row numbers
	ties      [3]scratch        // the rows that tie, for each bitmap of a pass
	kernels   []profiler.Kernel // the kernels that the request ran
}

// Open opens the fastest adapter within limits. The error tells a person why this machine has no usable GPU.
func Open(l wire.Limits) (_ *Device, err error) {
	d := &Device{}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	quietMesa()
	// The descriptor must be nil: for any other one the binding passes uninitialised memory, which aborts the process.
	d.instance = wgpu.CreateInstance(nil)
	d.adapter, err = d.instance.RequestAdapter(
		&wgpu.RequestAdapterOptions{PowerPreference: wgpu.PowerPreferenceHighPerformance},
	)
	if err != nil {
		d.adapter = nil
	}
	// An OpenGL adapter is not used: with a software driver the self-test alone takes minutes.
	if err != nil || slices.Contains(glBackends, d.adapter.GetInfo().BackendType) {
		return nil, errors.New("no driver for Vulkan, Metal or Direct3D 12 was found")
	}
	d.Info = describe(d.adapter)
	if l.WorkgroupBytes > 0 {
		d.Info.WorkgroupBytes = min(d.Info.WorkgroupBytes, l.WorkgroupBytes)
	}
	if l.Least {
		setLeastLimits(&d.Info)
	}
	if d.gpu, err = requestDevice(d.adapter, &d.Info); err != nil {
		d.gpu = nil
		return nil, fmt.Errorf("%s gave no device: %w", d.Info.Name, err)
	}
	d.queue = d.gpu.GetQueue()
	d.Info.MemoryBytes, d.Info.Driver = cardFacts(d.Info.Vendor)
	d.Info.ResidentBudget = budget(d.Info.Class, d.Info.MemoryBytes)
	if l.Budget > 0 {
		d.Info.ResidentBudget = l.Budget
	}
	if d.pipelines, err = newPipelines(d.gpu, d.Info.StorageBuffers); err != nil {
		return nil, err
	}
	d.chunkRows = l.RowsPerChunk(d.Info)
	d.resident = newResidents(d.Info.ResidentBudget, column.release)
	for buffer, bytes := range map[**wgpu.Buffer]int64{&d.nothing: 64, &d.unused: 64, &d.scanSums: plan.ScanBytes} {
		if *buffer, err = d.buffer("stand-in", bytes, wgpu.BufferUsageStorage); err != nil {
			return nil, err
		}
	}
	const storage, read, write = wgpu.BufferUsageStorage, wgpu.BufferUsageCopySrc, wgpu.BufferUsageCopyDst
	d.totals = totals{scratch: scratch{label: "totals", usage: storage | read | write}}
	for i := range d.readback {
		d.readback[i] = scratch{label: "read back", usage: wgpu.BufferUsageMapRead | write}
	}
	d.params = scratch{label: "parameters", usage: wgpu.BufferUsageUniform | write}
	d.counts = scratch{label: "counts", usage: storage | read | write}
	d.starts = scratch{label: "starts", usage: storage | read}
	d.present = scratch{label: "present", usage: storage | write}
	d.before = scratch{label: "prefix sums", usage: storage | read}
	d.table = scratch{label: "hash table", usage: storage | read | write}
	for i := range d.ties {
		d.ties[i] = scratch{label: "ties", usage: storage}
	}
	d.records = scratch{label: "records", usage: storage}
	d.tiles = scratch{label: "tiles", usage: storage}
	d.sorted = scratch{label: "sorted records", usage: storage}
	return d, nil
}

// quietMesa stops Mesa's drivers from writing compiled shaders to disk. Mesa's writing thread has idle priority. If all
// cores are busy, the thread seldom runs: for seconds it holds locks of the process, and a killed process keeps its
// memory. The cache is hardly missed, since the few small kernels compile in a short time.
func quietMesa() {
	if _, set := os.LookupEnv("MESA_SHADER_CACHE_DISABLE"); !set {
		_ = os.Setenv("MESA_SHADER_CACHE_DISABLE", "true")
	}
}

var glBackends = []wgpu.BackendType{wgpu.BackendTypeOpenGL, wgpu.BackendTypeOpenGLES}

// describe reads what the adapter reports about itself. The fields of the binding's AdapterInfo are shifted by one
// against its C header: DriverDescription has the name of the device, and no field has the driver.
func describe(a *wgpu.Adapter) gpu.Adapter {
	info, limits := a.GetInfo(), a.GetLimits().Limits
	out := gpu.Adapter{
		Name:            cmp.Or(info.DriverDescription, "unnamed adapter"),
		Vendor:          cmp.Or(vendors[info.VendorId], "other"),
		Backend:         info.BackendType.String(),
		Class:           gpu.Integrated,
		WorkgroupBytes:  limits.MaxComputeWorkgroupStorageSize,
		MaxBindingBytes: limits.MaxStorageBufferBindingSize,
		MaxBufferBytes:  limits.MaxBufferSize,
		StorageBuffers:  min(limits.MaxStorageBuffersPerShaderStage, 16),
		MaxInvocations:  min(limits.MaxComputeInvocationsPerWorkgroup, limits.MaxComputeWorkgroupSizeX, 1024),
	}
	if strings.HasPrefix(out.Name, "Apple") {
		out.Vendor = "apple"
	}
	switch info.AdapterType {
	case wgpu.AdapterTypeDiscreteGPU:
		out.Class = gpu.Discrete
	case wgpu.AdapterTypeCPU:
		out.Class, out.Vendor = gpu.Software, "software"
	}
	return out
}

// vendors maps the PCI numbers of vendors to names; others are "other".
var vendors = map[uint32]string{0x10de: "nvidia", 0x1002: "amd", 0x1022: "amd", 0x8086: "intel", 0x106b: "apple"}

// bufferLimits lists pairs of the largest buffer and the largest binding to ask for, from large to small: some drivers
// refuse the limits that their own adapter reports. The last pair has the defaults, which no driver may refuse.
var bufferLimits = [][2]uint64{{1 << 40, 4<<30 - 4}, {16 << 30, 2<<30 - 4}, {2<<30 - 4, 1 << 30},
	{256 << 20, 128 << 20}}

// requestDevice asks for the default limits, except for the few larger ones from which the kernels profit: a request
// for all limits that the adapter reports fails. It sets the granted limits in a.
func requestDevice(adapter *wgpu.Adapter, a *gpu.Adapter) (dev *wgpu.Device, err error) {
	for _, most := range bufferLimits {
		l := wgpu.DefaultLimits()
		l.MaxBufferSize = min(a.MaxBufferBytes, most[0])
		l.MaxStorageBufferBindingSize = min(a.MaxBindingBytes, most[1])
		l.MaxComputeWorkgroupStorageSize = min(a.WorkgroupBytes, 3*plan.SmallestStorage)
		l.MaxComputeInvocationsPerWorkgroup = a.MaxInvocations
		l.MaxComputeWorkgroupSizeX = a.MaxInvocations
		l.MaxStorageBuffersPerShaderStage = a.StorageBuffers
		if dev, err = adapter.RequestDevice(&wgpu.DeviceDescriptor{RequiredLimits: &wgpu.RequiredLimits{Limits: l}}); err == nil {
			a.MaxBufferBytes, a.MaxBindingBytes, a.WorkgroupBytes = l.MaxBufferSize, l.MaxStorageBufferBindingSize,
				l.MaxComputeWorkgroupStorageSize
			return dev, nil
		}
		fmt.Fprintf(os.Stderr, "buffers of %d bytes, bindings of %d: %v\n", l.MaxBufferSize,
			l.MaxStorageBufferBindingSize, err)
	}
	setLeastLimits(a)
	return adapter.RequestDevice(
		&wgpu.DeviceDescriptor{RequiredLimits: &wgpu.RequiredLimits{Limits: wgpu.DefaultLimits()}},
	)
}

// setLeastLimits sets the limits that WebGPU promises for every device.
func setLeastLimits(a *gpu.Adapter) {
	a.MaxBindingBytes, a.MaxBufferBytes, a.WorkgroupBytes = 128<<20, 256<<20, plan.SmallestStorage
	a.MaxInvocations, a.StorageBuffers = plan.Invocations, 8
}

// budget returns how many bytes of columns may stay on a device. WebGPU does not report the memory of a device. If the
// machine reports the memory of a card, the budget is 60% of that memory, else a size that every device of the class
// has. A device that refuses an allocation lowers the budget.
func budget(class string, memory int64) int64 {
	switch {
	case memory > 0 && class == gpu.Discrete:
		return memory / 10 * 6
	case class == gpu.Discrete:
		return 2 << 30
	default: // shares the main memory with the tables
		return 1 << 30
	}
}

// wait blocks until the device has finished all submissions. The binding's own wait returns after five seconds even if
// the device is still busy, so wait then polls the device until it has finished. On a software device wait only polls,
// since a kernel that compiles while other programs keep the cores busy may take more than five seconds.
func (d *Device) wait() {
	if d.Info.Class != gpu.Software {
		d.gpu.Poll(true, nil)
	}
	for !d.gpu.Poll(false, nil) {
		time.Sleep(100 * time.Microsecond)
	}
}

// waitFor blocks until the device has finished the submissions up to an index.
func (d *Device) waitFor(index wgpu.SubmissionIndex) {
	d.gpu.Poll(true, &wgpu.WrappedSubmissionIndex{Queue: d.queue, SubmissionIndex: index})
}

// Close releases every handle.
func (d *Device) Close() {
	if d.resident != nil {
		d.resident.clear()
	}
	d.pool.trim()
	d.staging.release()
	for _, s := range []*scratch{
		&d.totals.scratch, &d.readback[0], &d.readback[1], &d.params, &d.counts, &d.starts, &d.tiles, &d.records,
		&d.sorted, &d.present, &d.before, &d.table, &d.ties[0], &d.ties[1], &d.ties[2],
	} {
		s.release()
	}
	if d.pipelines != nil {
		d.pipelines.release()
	}
	release(d.nothing, d.unused, d.scanSums)
	release(d.queue)
	release(d.gpu)
	release(d.adapter)
	release(d.instance)
}
