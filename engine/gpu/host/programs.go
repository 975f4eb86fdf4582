package host

import (
	"encoding/json"
	"maps"
	"runtime"
	"slices"
	"strings"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/internal/localfile"
)

// programs is what the app knows of the programs of a device.
type programs struct {
	compiled map[string]bool    // what this child has compiled, by plan.Program.Name
	ran      map[string]bool    // by requestName: the child has answered the request, or compiled its programs
	took     map[string]float64 // usual milliseconds to compile; by kernel, also of earlier children
}

const (
	// unseenMS is the compile time of a program if none has been measured.
	unseenMS = 60
	// cachedShare is a part of the usual time. If a program took less, the driver had it in a cache of its own, and
	// the time does not count.
	cachedShare = 0.25
	// newShare is the weight of a new measurement.
	newShare = 0.25
	// softwareTimes is how many compile times a program of a device in software waits. llvmpipe
	// compiles it once more when it first runs: on two cores 48 to 60 ms, and then 60 to 63.
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

// noteRun records requests that have run, or whose programs are compiled. A list has the programs of a request.
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

// waitTime returns how long a request with some programs would wait for those that are not compiled, in milliseconds.
// Programs are compiled in parallel, so the wait is the longest compile time, or the sum of all divided by the cores.
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

// requestName returns a name for the requests with some programs.
func requestName(programs []string) string { return strings.Join(programs, "\n") }

// job returns a request in the form that the child gets.
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

// programsLike returns a list of programs for each number of groups: those of a request with so many groups. It adds
// the programs for the numbers that represent these numbers in offers (plan.LikeGroups).
func (c *Client) programsLike(r *gpu.Request, groups ...int) (lists [][]plan.Program) {
	if r.Form == gpu.Dense { // its programs do not depend on the groups
		return [][]plan.Program{c.expectedPrograms(r, r.Expected)}
	}
	for _, n := range groups {
		groups = append(groups, plan.LikeGroups(n))
	}
	slices.Sort(groups)
	for _, n := range slices.Compact(groups) {
		lists = append(lists, c.expectedPrograms(r, n))
	}
	return lists
}

// CompileWait returns how long a request with its expected number of groups would wait for programs to compile, in
// milliseconds; 0: they are compiled.
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

// defaultProgramsFile returns the file of compile times, or "" on a machine without a cache folder.
func defaultProgramsFile() string {
	path, _ := localfile.CachePath("gpu-programs.json")
	return path
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

// readTimes reads the times of all adapters. A missing or broken file has none.
func readTimes(file string) (all []kernelTime) {
	text, err := localfile.Read(file)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	const most = 60_000 // no program takes a minute
	return slices.DeleteFunc(all, func(t kernelTime) bool { return !(t.MS > 0 && t.MS < most) })
}

// keepTimes replaces the times of the file for the adapter.
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

// keptTimes is the largest number of kept times, the newest last: of some ten adapters and drivers.
const keptTimes = 200
