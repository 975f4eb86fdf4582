package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/pushdown"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// servedPrediction is the prediction for an order before its questions are asked.
type servedPrediction struct {
	estimate.Estimate
	rows        int // rows of the table
	about       bool
	selected    int // rows that pass the filter
	took        time.Duration
	fingerprint profiler.Fingerprint
	plainMS     float64 // time of the questions, by the constants of the server
	ms          float64 // plainMS, corrected by past runs
	startMS     float64 // fixed time of a question
	pull        profiler.Pull
}

const (
	// sampled is the number of rows in a sample on a server.
	sampled = 20_000
	// counted is the greatest number of rows of a table that is counted completely instead of being sampled.
	counted = 50_000
)

// rowCount returns the number of rows of the table. If the server does not know the number, it counts the rows once.
func (s *served) rowCount(ctx context.Context) (n int, about bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counted == 0 && s.table.Rows < 0 {
		t, err := s.server.Ask(ctx, s.writer.Count())
		if err != nil {
			return 0, false, err
		}
		s.counted = 1 + t.Columns[0].Int(0)
	}
	if s.counted > 0 {
		return int(s.counted - 1), false, nil
	}
	return int(s.table.Rows), s.table.About, nil
}

// expectServed predicts the groups of an order and the time of its questions. It knows the number of groups from the
// last answer to the same query, or estimates it from a sample on the server.
func (e *Engine) expectServed(ctx context.Context, o *order) (*servedPrediction, error) {
	start := system.Now()
	x := &servedPrediction{}
	var err error
	if x.rows, x.about, err = o.rowCount(ctx); err != nil {
		return nil, err
	}
	var fields []string
	for _, f := range slices.Concat(o.query.Rows, o.query.Cols) {
		fields = append(fields, f.String())
	}
	filter := ""
	if o.query.Filter != nil {
		filter = o.query.Filter.String()
	}
	for _, l := range o.query.Lets {
		filter += "\x1f" + l.Name + "=" + l.Expr
	}
	x.fingerprint = profiler.NewFingerprint(fmt.Sprintf("%s\x1f%s\x1f%d", o.table.Address, o.table.Version, x.rows),
		fields, filter)
	var lists []int // rows of the answer to each question
	n, known := e.history.Groups(x.fingerprint, x.rows)
	if answered, all := o.lastRows(n); known && all {
		x.Estimate, lists, x.selected = estimate.FromHistory(n), answered, o.lastSelected(x.rows)
	} else if x.Estimate, lists, x.selected, err = o.sample(ctx, x.rows); err != nil {
		return nil, err
	} else if known {
		method := x.Estimate
		x.Estimate = estimate.FromHistory(n)
		x.SampleRows, x.D, x.F1, x.F2, x.Estimators = method.SampleRows, method.D, method.F1, method.F2,
			method.Estimators
	}
	constants := cost.FitServer(o.pastQuestions())
	x.startMS = constants.StartMS
	for i, p := range o.parts {
		x.plainMS += constants.MS(o.askedWork(p, x.rows, x.selected, lists[i]))
	}
	x.ms = x.plainMS * e.history.Correction(x.fingerprint, serverTier.Name, o.model()).Of(x.plainMS)
	x.pull = e.weighPull(o, x, constants)
	x.took = system.Since(start)
	return x, nil
}

// sample lets the server draw rows, and group them by all columns that the questions of an order group by. It predicts
// the groups, the rows of every answer, and the rows that pass the filter.
func (o *order) sample(ctx context.Context, rows int) (x estimate.Estimate, lists []int, passing int, err error) {
	var listed []string
	for _, p := range o.parts {
		listed = append(listed, p.listed...)
	}
	keys, err := o.writer.Keys(o.own, listed)
	if err != nil {
		return x, nil, 0, err
	}
	share := 1.0
	if rows > counted {
		share = sampled / float64(rows)
	}
	p := &part{keys: keys, listed: listed}
	if len(keys.Columns()) == 0 { // all rows are one group
		p.answer = data.NewTable("", []*data.Column{data.NewInts("rows", data.Int, 0, []int64{int64(rows)}, nil)})
	} else if share, p.answer, err = o.draw(ctx, keys, share); err != nil {
		return x, nil, 0, err
	}
	drawn := *o
	drawn.parts = []*part{p}
	j, err := drawn.stack()
	if err != nil {
		return x, nil, 0, err
	}
	asked := o.query
	asked.Filter = o.rest
	b, err := bind(ctx, j.state, asked)
	if err != nil {
		return x, nil, 0, err
	}
	selected, err := selectRows(ctx, b, 1)
	if err != nil {
		return x, nil, 0, err
	}
	of, groups := j.numberGroups(b, selected)
	n := 0
	counts := make([]uint32, len(groups))
	for row, g := range of {
		if g != aggregate.Skip {
			counts[g] += uint32(j.weight[row])
			n += int(j.weight[row])
		}
	}
	passing = n
	if share < 1 && len(keys.Columns()) > 0 {
		passing = min(rows, int(float64(n)/share))
		if n == 0 { // if 3/share rows pass, one in twenty samples is empty
			return estimate.Estimate{Groups: 1, High: min(rows, int(3/share)), Method: estimate.Sample},
				make([]int, len(o.parts)), 1, nil
		}
	}
	x = estimate.OfCounts(counts, passing)
	for _, p := range o.parts {
		lists = append(lists, j.expectRows(p, of, x.Groups, passing))
	}
	return x, lists, passing, nil
}

// draw asks for the groups of a share of the rows. If the table has many more rows than the server reports, the answer
// is too large. Then draw asks again, for an eighth of the share. It returns the share that was drawn.
func (o *order) draw(ctx context.Context, keys *pushdown.Keys,
	share float64) (drawn float64, answer *data.Table, err error) {
	for {
		q, err := keys.Groups(nil, o.where, 0)
		if share < 1 {
			q, err = keys.Sample(o.where, share, 4*sampled)
		}
		if err != nil {
			return share, nil, err
		}
		answer, err := o.server.Ask(ctx, q)
		if many := (*remote.TooMany)(nil); share > 1e-6 && errors.As(err, &many) {
			share /= 8
			continue
		}
		return share, answer, err
	}
}

// expectRows estimates the number of rows of the answer to a question.
func (j *joined) expectRows(p *part, of []uint32, groups, passing int) int {
	if len(p.listed) == 0 {
		return groups
	}
	seen := map[string]uint32{}
	for row, g := range of {
		if g == aggregate.Skip {
			continue
		}
		id := binary.LittleEndian.AppendUint32(nil, g)
		for _, name := range p.listed {
			if c, err := j.table.Column(name); err == nil {
				id = append(id, labelID(c.Value(row))...)
				id = append(id, 0x1f)
			}
		}
		seen[string(id)] += uint32(j.weight[row])
	}
	counts := make([]uint32, 0, len(seen))
	for _, n := range seen {
		counts = append(counts, n)
	}
	x := estimate.OfCounts(counts, passing)
	return x.Groups
}

// askedWork returns the cells, groups and bytes of a question. The server reads the columns of the filter in all
// rows, and the other columns in the selected rows. groups is the number of rows of the answer.
func (o *order) askedWork(p *part, rows, selected, groups int) cost.Asked {
	filtering, columns := map[string]bool{}, map[string]bool{}
	if o.where != "" && o.rest == nil {
		for _, name := range o.query.Filter.Columns() {
			filtering[name] = true
		}
	} else {
		selected = rows
	}
	add := func(name string) {
		if !filtering[name] {
			columns[name] = true
		}
	}
	for _, c := range p.keys.Columns() {
		add(c.Name)
	}
	for _, s := range p.states {
		add(s.Column)
	}
	cells := float64(rows)*float64(len(filtering)) + float64(selected)*float64(len(columns))
	width := 8 * (len(p.keys.Columns()) + 1 + len(p.states)) // approximate bytes of a row of the answer
	return cost.Asked{Cells: max(cells, float64(rows)), Groups: float64(groups), Bytes: float64(groups * width)}
}

// remember keeps the number of rows that passed the filter, and the numbers of rows of the answers. The next pivot with
// the same questions then needs no sample.
func (o *order) remember(passed int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.passed[o.where] = passed
	for _, p := range o.parts {
		if len(p.listed) > 0 {
			o.listed[o.sqlOf(p)] = p.answer.Rows
		}
	}
}

// sqlOf returns the SQL that identifies the question of a part.
func (o *order) sqlOf(p *part) string {
	q, _ := p.keys.Groups(nil, o.where, 0) // only states can cause an error
	return q.SQL
}

// lastRows returns the number of rows of the last answer to each question. The answer to a question without a list has
// one row for each group. all is false if a question was not asked before.
func (o *order) lastRows(groups int) (lists []int, all bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.parts {
		rows, known := groups, true
		if len(p.listed) > 0 {
			rows, known = o.listed[o.sqlOf(p)]
		}
		if !known {
			return nil, false
		}
		lists = append(lists, rows)
	}
	return lists, true
}

// lastSelected returns how many rows passed the filter of the order the last time, or all rows if that is unknown.
func (o *order) lastSelected(rows int) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n, known := o.passed[o.where]; known {
		return n
	}
	return rows
}

// model returns the name under which the history keeps the times of the server.
func (s *served) model() string {
	a := s.table.Address
	return "server " + a.Kind + " " + a.User + "@" + a.Host + "/" + a.Database
}

// pastQuestions returns the measured questions to the server.
func (s *served) pastQuestions() []cost.Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// addAsked remembers a measured question.
func (s *served) addAsked(a cost.Asked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = cost.Latest(append(s.asked, a))
}
