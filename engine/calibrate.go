package engine

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"cardinal/data"
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
	tiers := []Tier{Serial, Workers}
	class := ""
	if a, usable, _ := e.peek(); usable {
		tiers, class = append(tiers, GPU), a.Class
	}
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
			for _, tier := range tiers {
				if tier == GPU && class == gpu.Software && rows > softwareRows {
					continue
				}
				measured = append(measured, probe.measure(ctx, t, q, tier, class)...)
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
	calibrationTime = 7 * time.Second
	calibrationSeed = 20
	softwareRows    = 20_000  // the most that a GPU in software is measured with: it stays out of the race
	fewRows         = 200_000 // up to which a run is over soon, and disturbed easily
)

var calibrationRows = []int{20_000, 200_000, 1_000_000, 2_500_000}

// calibrationTable has keys of several cardinalities, compact and spread out, and values of several widths. The three
// columns of narrow and of broad tell one another: together they have no more groups than each, in a domain that no index
// could span.
func calibrationTable(ctx context.Context, rows int) (*data.Table, error) {
	r := rand.New(rand.NewPCG(calibrationSeed, uint64(rows)))
	var columns []*data.Column
	add := func(name string, value func(row int) int64) {
		if ctx.Err() != nil {
			return
		}
		values := make([]int64, rows)
		for i := range values {
			values[i] = value(i)
		}
		columns = append(columns, data.NewInts(name, data.Int, 0, values, nil))
	}
	random := func(n int64) func(int) int64 { return func(int) int64 { return r.Int64N(n) } }
	add("few", random(10))
	add("some", random(1000))
	add("many", random(50_000))
	add("million", random(1_000_000))
	add("spread", func(int) int64 { return r.Int64N(2000) * 1_000_003 })
	add("small", random(200))
	add("large", random(1<<27))
	for _, of := range []struct {
		name   string
		groups int64
	}{{"narrow", 300}, {"broad", 20_000}} {
		group := make([]int64, rows)
		for i := range group {
			group[i] = r.Int64N(of.groups)
		}
		for i, times := range []int64{1, 7, 49} {
			add(fmt.Sprint(of.name, i), func(row int) int64 { return times * group[row] % of.groups })
		}
	}
	return data.NewTable("calibration", columns), ctx.Err()
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

// measure runs a pivot on a tier some times and describes the fastest run: what disturbs one only makes it slower. Of the
// GPU it describes the first as well, which finds no column there.
func (e *Engine) measure(ctx context.Context, t *data.Table, q query.Query, tier Tier, class string) []dispatch.Measured {
	runs := 3
	if t.Rows > fewRows {
		runs = 2
	}
	var out []dispatch.Measured
	best := math.Inf(1)
	for i := range runs {
		m, took, err := e.measureOnce(ctx, t, q, tier, class)
		if err != nil {
			return out
		}
		switch {
		case i == 0 || i == 1 && tier == GPU:
			out, best = append(out, m), took
		case took < best:
			out[len(out)-1], best = m, took
		}
	}
	return out
}

// measureOnce runs a pivot on a tier and describes it by what it proved to be, with the tier's milliseconds.
func (e *Engine) measureOnce(ctx context.Context, t *data.Table, q query.Query, tier Tier, class string) (dispatch.Measured, float64, error) {
	runtime.GC() // else it runs beside the next pivot
	r := e.begin(ctx, t, q, Run{Tier: tier})
	if _, err := r.answer(); err != nil {
		return dispatch.Measured{}, 0, err
	}
	if r.record.Tier != string(tier) {
		return dispatch.Measured{}, 0, fmt.Errorf("%s answered for %s", r.record.Tier, tier)
	}
	m := dispatch.Measured{Shape: r.shape, Tier: string(tier), Stages: map[string]float64{}}
	m.Shape.Groups = r.record.GroupsActual
	m.Shape.Strategy = func(int, int) string { return r.record.Strategy }
	if tier == GPU {
		m.Class = class
	}
	for _, s := range r.record.Stages {
		m.Stages[s.Name] += s.MS
	}
	return m, r.record.TierMS, nil
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
	return who
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
	fmt.Fprint(h, here(), dispatch.DefaultMachine)
	return strconv.FormatUint(h.Sum64(), 36) + " "
})
