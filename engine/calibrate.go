package engine

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/dispatch"
	"cardinal/engine/gpu"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Calibrate measures this machine with pivots of a made-up table on every tier, fits the constants of the cost model to
// what they took, decides by them from then on, and keeps them where Options say. It takes some seconds; done is told how
// far it is, from 0 to 1.
func (e *Engine) Calibrate(ctx context.Context, done func(float64)) (dispatch.Calibration, error) {
	probe := &Engine{gpu: e.gpu, calibration: shipped, history: &profiler.History{}}
	class := ""
	if a, usable, _ := e.peek(); usable {
		class = a.Class
	}
	ways := calibrationRuns(runtime.GOMAXPROCS(0), class != "")
	var measured []dispatch.Measured
	until := time.Now().Add(calibrationTime)
	for i, rows := range calibrationRows {
		if time.Now().After(until) {
			break
		}
		t, err := calibrationTable(ctx, rows)
		if err != nil {
			return dispatch.Calibration{}, err
		}
		queries := calibrationQueries(rows)
		for j, q := range queries {
			for _, how := range ways {
				if how.Tier == GPU && class == gpu.Software && rows > softwareRows {
					continue
				}
				measured = append(measured, probe.measure(ctx, t, q, how, class)...)
				if ctx.Err() != nil {
					return dispatch.Calibration{}, ctx.Err()
				}
			}
			done((float64(i) + float64(j)/float64(len(queries))) / float64(len(calibrationRows)))
			if time.Now().After(until) {
				break
			}
		}
	}
	if len(measured) == 0 {
		return dispatch.Calibration{}, fmt.Errorf("no pivot of the calibration could be measured")
	}
	c := dispatch.Calibration{Identity: e.identity(), At: time.Now(), Runs: len(measured), Machine: dispatch.Fit(dispatch.DefaultMachine, measured)}
	e.adopt(c)
	if e.calibrations != "" {
		if err := dispatch.SaveCalibration(e.calibrations, c); err != nil {
			return c, fmt.Errorf("the calibration could not be kept: %w", err)
		}
	}
	return c, nil
}

// shipped is the calibration of a machine that was not measured.
var shipped = dispatch.Calibration{Machine: dispatch.DefaultMachine}

const (
	calibrationTime = 9000 * time.Millisecond
	calibrationSeed = 20
	softwareRows    = 20_000    // the most that a GPU in software is measured with: it stays out of the race
	fewRows         = 1_000_000 // up to which waking the other cores is a part of a run that matters, and differs from run to run
	fewGroups       = 30_000    // up to which building the crosstab is measured, too
)

var calibrationRows = []int{20_000, 200_000, 1_000_000, 5_000_000}

// calibrationRuns are the ways in which every pivot is measured: the workers with all cores and with few of many.
func calibrationRuns(cores int, device bool) []Run {
	out := []Run{{Tier: Serial}, {Tier: Workers, Threads: cores, all: true}}
	if cores >= 8 {
		out = append(out, Run{Tier: Workers, Threads: cores / 4, all: true})
	}
	if device {
		out = append(out, Run{Tier: GPU})
	}
	return out
}

// calibrationTable has keys of several cardinalities, compact and spread out, and values of several widths. The three
// columns of narrow and of broad tell one another: together they have no more groups than each, in a domain that no index
// could span.
func calibrationTable(ctx context.Context, rows int) (*data.Table, error) {
	columns := make([]*data.Column, len(calibrationColumns))
	err := parallel.Do(ctx, len(columns), func(ctx context.Context, i int) error {
		c := calibrationColumns[i]
		r := rand.New(rand.NewPCG(calibrationSeed+uint64(c.of), uint64(rows)))
		values := make([]int64, rows)
		for row := range values {
			values[row] = r.Int64N(c.of) * c.times % c.modulo
		}
		columns[i] = data.NewInts(c.name, data.Int, 0, values, nil)
		return ctx.Err()
	})
	return data.NewTable("calibration", columns), err
}

// calibrationColumns are random numbers below of, times a number, modulo another; the same of makes the same numbers.
var calibrationColumns = []struct {
	name              string
	of, times, modulo int64
}{
	{"few", 10, 1, 10}, {"some", 1000, 1, 1000}, {"many", 50_000, 1, 50_000}, {"million", 1e6, 1, 1e6}, {"spread", 2000, 1_000_003, math.MaxInt64},
	{"small", 200, 1, 200}, {"large", 1 << 27, 1, 1 << 27},
	{"narrow0", 300, 1, 300}, {"narrow1", 300, 7, 300}, {"narrow2", 300, 49, 300},
	{"broad0", 20_000, 1, 20_000}, {"broad1", 20_000, 7, 20_000}, {"broad2", 20_000, 49, 20_000},
}

// calibrationQueries groups rows by keys of every kind; by a million groups only where there are as many rows.
func calibrationQueries(rows int) []query.Query {
	var out []query.Query
	keys := [][]string{
		{"few"}, {"some"}, {"many"}, {"few", "some"},
		{"narrow0", "narrow1", "narrow2"}, {"broad0", "broad1", "broad2"}, {"spread", "many"},
	}
	if rows >= 1_000_000 {
		keys = append(keys, []string{"million"})
	}
	for _, fields := range keys {
		for _, values := range [][]query.Measure{
			{{Func: query.Sum, Column: "small"}},
			{{Func: query.Sum, Column: "large"}, {Func: query.Min, Column: "small"}, {Func: query.Max, Column: "large"}},
		} {
			q := query.Query{Values: values}
			for _, name := range fields {
				q.Rows = append(q.Rows, query.Field{Column: name})
			}
			out = append(out, q)
		}
	}
	return append(out, query.Query{Rows: []query.Field{{Column: "some"}}, Values: []query.Measure{{Func: query.Distinct, Column: "small"}}})
}

// measure runs a pivot on a tier some times, each from rest, and describes the median run of few rows, and of many the
// fastest: what disturbs one only makes it slower. Of the GPU it describes the first as well, which finds no column there.
func (e *Engine) measure(ctx context.Context, t *data.Table, q query.Query, how Run, class string) []dispatch.Measured {
	type trial struct {
		dispatch.Measured
		ms float64
	}
	var first []dispatch.Measured
	var later []trial
	for i := range 3 {
		m, took, err := e.measureOnce(ctx, t, q, how, class)
		switch {
		case err != nil:
			return nil
		case i == 0 && how.Tier == GPU:
			first = append(first, m)
		default:
			later = append(later, trial{m, took})
		}
		if t.Rows > fewRows && len(later) == 2 {
			break
		}
	}
	slices.SortFunc(later, func(a, b trial) int { return cmp.Compare(a.ms, b.ms) })
	typical := later[(len(later)-1)/2].Measured
	for i := range first {
		first[i].Stages = sent(first[i].Stages, typical.Stages)
	}
	return append(first, typical)
}

// sent is the stages of a GPU run that found no column there, as they are without the kernels' compilation: what was sent
// and mapped, and the rest of a later run.
func sent(first, later map[string]float64) map[string]float64 {
	out := maps.Clone(later)
	for _, stage := range []string{"load", "upload", "compose", "remap", "hash"} {
		if ms, ok := first[stage]; ok {
			out[stage] = ms
		}
	}
	return out
}

// measureOnce runs a pivot in a way and describes it by what it proved to be, with the tier's milliseconds.
func (e *Engine) measureOnce(ctx context.Context, t *data.Table, q query.Query, how Run, class string) (dispatch.Measured, float64, error) {
	runtime.GC() // else it runs beside the next pivot
	rest(ctx)
	r := e.begin(ctx, t, q, how)
	groups, err := r.groups()
	if err == nil && groups.N <= fewGroups {
		_, err = r.assemble(groups)
	}
	if err != nil {
		return dispatch.Measured{}, 0, err
	}
	if r.record.Tier != string(how.Tier) {
		return dispatch.Measured{}, 0, fmt.Errorf("%s answered for %s", r.record.Tier, how.Tier)
	}
	m := dispatch.Measured{Shape: r.shape, Tier: string(how.Tier), Stages: map[string]float64{}}
	m.Shape.Groups = groups.N
	m.Shape.Strategy = func(int, int) string { return r.record.Strategy }
	if how.Tier == GPU {
		m.Class, m.Shape.Kernel = class, r.record.Strategy
	}
	for _, s := range r.record.Stages {
		m.Stages[s.Name] += s.MS
	}
	return m, r.record.TierMS, nil
}

// rest waits until the cores sleep, as they do before a person's next edit: waking them is a part of what a pivot costs.
func rest(ctx context.Context) {
	select {
	case <-time.After(5 * time.Millisecond):
	case <-ctx.Done():
	}
}

// adopt decides by a calibration from now on.
func (e *Engine) adopt(c dispatch.Calibration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calibration, e.known = c, c.Identity
}

// Calibration is what predictions rest on, and whether it was measured on this machine as it is, with the GPU that it
// has: it waits until that is known.
func (e *Engine) Calibration(ctx context.Context) (c dispatch.Calibration, measured bool) {
	_, _ = e.Probe(ctx) // without a GPU the machine is measured, too
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calibration, e.calibration.Measured() && e.calibration.Identity == e.known
}

// CalibrationFile is where calibrations are kept for Options, "" where the system has no place for them.
func CalibrationFile() string {
	path, err := dispatch.CalibrationPath()
	if err != nil {
		return ""
	}
	return path
}

// recall looks for a kept calibration of the machine as it is known by now; the GPU may have been found meanwhile.
func (e *Engine) recall() {
	if e.calibrations == "" {
		return
	}
	who := e.identity()
	e.mu.Lock()
	looked := e.known == who
	e.known = who
	e.mu.Unlock()
	if looked {
		return
	}
	if c, ok := dispatch.LoadCalibration(e.calibrations, who); ok {
		e.mu.Lock()
		e.calibration = c
		e.mu.Unlock()
	}
}

// recall takes the constants of the machine as it is known by now.
func (r *run) recall() {
	e := r.engine
	e.recall()
	e.mu.Lock()
	defer e.mu.Unlock()
	r.machine, r.measuredAt = e.calibration.Machine, e.calibration.At
}

// identity is what a calibration of this machine holds for.
func (e *Engine) identity() dispatch.Identity {
	who := here()
	if a, usable, _ := e.peek(); usable {
		who.Device, who.Driver = a.Name, a.Driver
	}
	return who
}

// here is the machine without its GPU, and the program.
var here = sync.OnceValue(func() dispatch.Identity {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	who := dispatch.Identity{Host: host, Cores: runtime.GOMAXPROCS(0), Version: "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		who.Version = info.Main.Version + " " + info.GoVersion
	}
	who.Version += " " + shipping()
	return who
})

// shipping names the constants that the program comes with: under others, or with others added, a calibration says something else.
var shipping = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", dispatch.DefaultMachine)
	return strconv.FormatUint(h.Sum64(), 36)
})

// model names what predicts the times of a tier: the machine, the program and the constants. For the CPU tiers it is
// the same whether the GPU has been found by now or not.
func (r *run) model(tier string) string {
	name := unmeasured() + strconv.FormatInt(r.measuredAt.Unix(), 36)
	if tier == dispatch.GPU {
		name += " " + r.device.adapter.Name + " " + r.device.adapter.Driver
	}
	return name
}

// unmeasured names the machine and the program with the constants that it comes with, in a few letters.
var unmeasured = sync.OnceValue(func() string {
	h := fnv.New64a()
	fmt.Fprint(h, here())
	return strconv.FormatUint(h.Sum64(), 36) + " "
})
