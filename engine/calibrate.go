package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/choice/cost"
	"cardinal/engine/gpu"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// Calibrate measures this machine with pivots of a made-up table on every tier and fits the constants of the cost model
// to the times. The engine uses the constants from then on, and keeps them in the file of Options. Calibrate takes some
// seconds; meanwhile it calls `done` with the finished share of the work, from 0 to 1.
func (e *Engine) Calibrate(ctx context.Context, done func(float64)) (cost.Calibration, error) {
	probe := &Engine{gpu: e.gpu, tiers: e.tiers, calibration: shipped, history: &profiler.History{}}
	defer probe.Retain(nil)
	if _, usable := e.peek(); usable {
		// so that no run waits for the compiler; if the device is lost, its trials fail
		_ = e.gpu.CompileAhead(ctx)
	}
	short, err := probe.measureShort(ctx)
	if err != nil {
		return cost.Calibration{}, err
	}
	var measured []cost.Measured
	began := time.Now()
	sizes := e.calibrationSizes()
	for i, rows := range sizes {
		// Larger tables get more time because they show the constants best. Time that a table does not use is left for
		// the later ones.
		until := began.Add(calibrationTime * time.Duration((i+1)*(i+2)) / time.Duration(len(sizes)*(len(sizes)+1)))
		queries := calibrationQueries(rows)
		t, err := calibrationTable(ctx, rows, queries)
		if err != nil {
			return cost.Calibration{}, err
		}
		for j, q := range queries {
			if rows >= manyRows {
				t = data.NewTable(t.Name, t.Columns) // a new table, so that all columns are sent again
			}
			measured = append(measured, probe.measure(ctx, t, q)...)
			if ctx.Err() != nil {
				return cost.Calibration{}, ctx.Err()
			}
			done((float64(i) + float64(j)/float64(len(queries))) / float64(len(sizes)))
			if time.Now().After(until) {
				break
			}
		}
	}
	if len(measured) == 0 {
		return cost.Calibration{}, fmt.Errorf("no pivot of the calibration could be measured")
	}
	late, err := probe.measureShort(ctx) // a second time, because the speed of a virtual machine changes
	if err != nil {
		return cost.Calibration{}, err
	}
	short = append(short, late...)
	machine := cost.Fit(cost.DefaultMachine, measured).Starting(short)
	c := cost.Calibration{Identity: e.identity(), At: time.Now(), Runs: len(short) + len(measured), Machine: machine}
	e.adopt(c)
	if e.calibrations != "" {
		if err := cost.SaveCalibration(e.calibrations, c); err != nil {
			return c, fmt.Errorf("the calibration could not be kept: %w", err)
		}
	}
	return c, nil
}

// shipped is the calibration for a machine that was not measured.
var shipped = cost.Calibration{Machine: cost.DefaultMachine}

const (
	calibrationTime = 12 * time.Second
	calibrationSeed = 20
	// number of rows up to which the time to wake the other cores matters; because it varies, such pivots run more
	// often
	fewRows     = 1_000_000
	shortRows   = 1000 // rows of pivots that measure the fixed cost of a pass
	shortRounds = 2
	fewGroups   = 30_000 // number of groups up to which the making of the crosstab is measured, too
)

var calibrationRows = []int{20_000, 200_000, 1_000_000, 5_000_000}

// manyRows is a number of rows for machines with a graphics card or at least manyCores cores. They are so fast that the
// numbers in calibrationRows do not separate the time per row from the time of a start.
const manyRows, manyCores = 20_000_000, 8

// manyBytes is the free memory that is needed for a table of manyRows rows.
const manyBytes = 4 << 30

// calibrationSizes returns the numbers of rows of the tables with which this machine is measured.
func (e *Engine) calibrationSizes() []int {
	a, usable := e.peek()
	if free, known := memory.Free(); known && free < manyBytes {
		return calibrationRows
	}
	if runtime.GOMAXPROCS(0) >= manyCores || usable && a.Class == gpu.Discrete {
		return append(slices.Clone(calibrationRows), manyRows)
	}
	return calibrationRows
}

// calibrationTable returns a table with the columns of the queries: keys of several cardinalities, compact and spread
// out, and values of several widths. Each of the three narrow columns determines the other two, and so does each of the
// broad ones. The three broad columns together have as many groups as one of them, but more possible combinations than
// an index can have slots.
func calibrationTable(ctx context.Context, rows int, queries []query.Query) (*data.Table, error) {
	needed := map[string]bool{}
	for _, q := range queries {
		for _, f := range q.Rows {
			needed[f.Column] = true
		}
		for _, m := range q.Values {
			needed[m.Column] = true
		}
	}
	of := slices.DeleteFunc(slices.Clone(calibrationColumns), func(c calibrationColumn) bool { return !needed[c.name] })
	columns := make([]*data.Column, len(of))
	err := parallel.Do(ctx, len(columns), func(ctx context.Context, i int) error {
		c := of[i]
		if c.modulo <= math.MaxInt32 {
			columns[i] = data.NewInts(c.name, data.Int, 0, calibrationValues[int32](c, rows), nil)
		} else {
			columns[i] = data.NewInts(c.name, data.Int, 0, calibrationValues[int64](c, rows), nil)
		}
		return ctx.Err()
	})
	return data.NewTable("calibration", columns), err
}

func calibrationValues[T int32 | int64](c calibrationColumn, rows int) []T {
	r := rand.New(rand.NewPCG(calibrationSeed+uint64(c.of), uint64(rows)))
	return each.Times(rows, func(int) T { return T(r.Int64N(c.of) * c.times % c.modulo) })
}

type calibrationColumn struct {
	name              string
	of, times, modulo int64
}

// calibrationColumns are random numbers below `of`, multiplied by `times`, modulo `modulo`. Columns with the same `of`
// have the same random numbers.
var calibrationColumns = []calibrationColumn{
	{"few", 10, 1, 10}, {"six", 6, 1, 6}, {"some", 1000, 1, 1000}, {"many", 50_000, 1, 50_000},
	{"million", 1e6, 1, 1e6}, {"spread", 2000, 1_000_003, math.MaxInt64},
	{"small", 200, 1, 200}, {"large", 1 << 27, 1, 1 << 27},
	{"narrow0", 300, 1, 300}, {"narrow1", 300, 7, 300}, {"narrow2", 300, 49, 300},
	{"broad0", 20_000, 1, 20_000}, {"broad1", 20_000, 7, 20_000}, {"broad2", 20_000, 49, 20_000},
}

// calibrationQueries returns queries that group rows by keys of every kind. Only large tables are grouped into a
// million groups. The first half has every kind of key, so that each is measured even if the time runs out. The second
// half has the other measures.
func calibrationQueries(rows int) []query.Query {
	keys := [][]string{
		{"few"}, {"spread", "many"}, {"some"}, {"broad0", "broad1", "broad2"}, {"many"},
		{"narrow0", "narrow1", "narrow2"}, {"few", "some"}, {"few", "six", "small"},
	}
	switch {
	case rows >= manyRows: // one core and many cores differ most if rows are written to partitions
		keys = [][]string{{"million", "few"}, {"spread", "many"}, {"million"}, {"some"}, {"broad0", "broad1", "broad2"}}
	case rows >= 1_000_000:
		keys = append(keys, []string{"million"})
	}
	distinct := calibrationQuery([]string{"some"}, query.Measure{Func: query.Distinct, Column: "small"})
	all := queriesByKeys(keys)
	return slices.Concat(all[:len(keys)], []query.Query{distinct}, all[len(keys):])
}

// queriesByKeys returns two queries for each list of key columns, one for each of two sets of measures. In the first
// half of the queries the sets alternate from list to list. In the second half each list has the other set.
func queriesByKeys(keys [][]string) (list []query.Query) {
	measures := [][]query.Measure{
		{{Func: query.Sum, Column: "large"}, {Func: query.Min, Column: "small"}, {Func: query.Max, Column: "large"}},
		{{Func: query.Sum, Column: "small"}},
	}
	for turn := range measures {
		for i, fields := range keys {
			list = append(list, calibrationQuery(fields, measures[(i+turn)%2]...))
		}
	}
	return list
}

func calibrationQuery(fields []string, values ...query.Measure) query.Query {
	q := query.Query{Values: values}
	for _, name := range fields {
		q.Rows = append(q.Rows, query.Field{Column: name})
	}
	return q
}
