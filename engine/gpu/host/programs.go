package host

import (
	"maps"
	"runtime"
	"slices"
	"strings"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/internal/each"
	"cardinal/internal/localfile"
)

// programs is what the app knows of the programs of a device.
type programs struct {
	compiled map[string]bool    // the programs that this child has compiled, by plan.Program.Name
	ran      map[string]bool    // requests that the child answered or compiled, by requestName
	took     map[string]float64 // usual milliseconds to compile a program, by kernel; earlier children count too
}

const (
	// unseenMS is the assumed compile time of a program if no program has been measured.
	unseenMS = 60
	// cachedShare is a share of the usual time. A program that took less time came from a cache of the driver, and its
	// time does not count.
	cachedShare = 0.25
	// newShare is the weight of a new measurement in the usual time.
	newShare = 0.25
	// On a software device, the wait for a program is softwareTimes its compile time. llvmpipe compiles a program again
	// when the program first runs: on two cores in 48 to 60 ms, and then in 60 to 63 ms.
	softwareTimes = 2
)

// learn records what the child has compiled.
func (p *programs) learn(list []wire.Compiled) {
	if p.compiled == nil {
		p.compiled, p.ran = map[string]bool{}, map[string]bool{}
	}
	if p.took == nil {
		p.took = map[string]float64{}
	}
	for _, c := range list {
		p.compiled[c.Name] = true
		switch was, known := p.took[c.Kernel]; {
		case !known || was < cachedShare*c.MS:
			p.took[c.Kernel] = c.MS
		case c.MS >= cachedShare*was:
			p.took[c.Kernel] += newShare * (c.MS - was)
		}
	}
}

// noteRun records requests that have run, or whose programs are compiled. Each list has the programs of one request.
func (p *programs) noteRun(lists ...[]plan.Program) {
	if p.ran == nil { // the child was lost in between
		return
	}
	for _, list := range lists {
		p.ran[requestName(plan.Names(list))] = true
	}
}

// lose forgets what a child has compiled.
func (p *programs) lose() { p.compiled, p.ran = nil, nil }

// usualTime returns the usual milliseconds to compile a program of a kernel. If this kernel was not measured, it
// returns the median of the other kernels.
func (p *programs) usualTime(kernel string) float64 {
	if ms, ok := p.took[kernel]; ok {
		return ms
	}
	if len(p.took) == 0 {
		return unseenMS
	}
	all := slices.Sorted(maps.Values(p.took))
	return all[len(all)/2]
}

// waitTime returns how many milliseconds a request would wait for the programs of list that are not compiled. Programs
// are compiled in parallel, so the wait is the longest compile time or, if that is more, the sum of all compile times
// divided by the cores.
func (p *programs) waitTime(list []plan.Program) float64 {
	names := plan.Names(list)
	if p.ran[requestName(names)] {
		return 0
	}
	longest, all := 0.0, 0.0
	for i, name := range names {
		if !p.compiled[name] {
			ms := p.usualTime(list[i].Kernel)
			longest, all = max(longest, ms), all+ms
		}
	}
	return max(longest, all/float64(runtime.NumCPU()))
}

// requestName returns a name for all requests that run these programs.
func requestName(programs []string) string { return strings.Join(programs, "\n") }

// job returns the job that is sent to the child for a request. It has the tuned grids, except if the request is
// Untuned.
func (c *Client) job(r *gpu.Request) *plan.Job {
	j := plan.JobOf(r)
	if !r.Tuning.Untuned {
		c.mu.Lock()
		j.Tuned = c.tuned
		c.mu.Unlock()
	}
	return j
}

// expectedPrograms returns the programs of a request with a number of groups, as far as they are known before its
// columns are on the device.
func (c *Client) expectedPrograms(r *gpu.Request, groups int) []plan.Program {
	j := c.job(r)
	j.Expected = min(groups, r.Rows)
	c.mu.Lock()
	a := c.adapter
	c.mu.Unlock()
	return plan.Programs(j, a)
}

// programsLike returns a list of the programs of a request for each of the given numbers of groups. It adds lists for
// the numbers to which offers round the given numbers (plan.LikeGroups).
func (c *Client) programsLike(r *gpu.Request, groups ...int) (lists [][]plan.Program) {
	if r.Form == gpu.Dense { // its programs do not depend on the groups
		return [][]plan.Program{c.expectedPrograms(r, r.Expected)}
	}
	for _, n := range groups {
		groups = append(groups, plan.LikeGroups(n))
	}
	slices.Sort(groups)
	return each.Of(slices.Compact(groups), func(n int) []plan.Program { return c.expectedPrograms(r, n) })
}

// CompileWait returns how many milliseconds a request with its expected number of groups would wait for programs to
// compile. 0 means that all programs are compiled.
func (c *Client) CompileWait(r *gpu.Request) float64 {
	list := c.expectedPrograms(r, r.Expected)
	c.listing.Lock()
	defer c.listing.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	ms := c.programs.waitTime(list)
	if c.adapter.Class == gpu.Software {
		ms *= softwareTimes
	}
	return ms
}

// kernelTime is a line of the file of compile times.
type kernelTime struct {
	Device string  `json:"device"`
	Driver string  `json:"driver"`
	Kernel string  `json:"kernel"`
	MS     float64 `json:"ms"`
}

// loadTimes reads the compile times of the kernels on an adapter with its driver.
func loadTimes(file string, a gpu.Adapter) map[string]float64 {
	took := map[string]float64{}
	for _, t := range readTimes(file) {
		if t.Device == a.Name && t.Driver == a.Driver {
			took[t.Kernel] = t.MS
		}
	}
	return took
}

// readTimes reads the times of all adapters. If the file is missing or broken, it returns none.
func readTimes(file string) []kernelTime {
	const most = 60_000 // no program takes a minute
	return readList(file, func(t kernelTime) bool { return t.MS > 0 && t.MS < most })
}

// keepTimes replaces the adapter's times in the file.
func (c *Client) keepTimes() error {
	c.mu.Lock()
	a, took := c.adapter, maps.Clone(c.programs.took)
	c.mu.Unlock()
	if c.programsFile == "" || len(took) == 0 {
		return nil
	}
	all := slices.DeleteFunc(readTimes(c.programsFile), func(t kernelTime) bool {
		return t.Device == a.Name && t.Driver == a.Driver
	})
	for _, kernel := range slices.Sorted(maps.Keys(took)) {
		all = append(all, kernelTime{a.Name, a.Driver, kernel, took[kernel]})
	}
	return localfile.Save(c.programsFile, all[max(0, len(all)-keptTimes):])
}

// keptTimes is the largest number of times in the file, enough for some ten adapters and drivers. The newest are last.
const keptTimes = 200
