package offload

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/profiler"
)

// question is what a choice between one core, all cores and a card depends on.
type question struct {
	Shape      cost.Shape
	Device     Card
	Gates      []profiler.Gate
	Forced     string
	Cores      int
	Correction func(tier string) float64
}

// offers returns the offers of the three tiers.
func (q *question) offers(m *cost.Machine) []*dispatch.Offer {
	one, all, card := q.Shape, q.Shape, q.Shape
	one.Threads, card.Class = 1, q.Device.Class
	gpu := (&scorer{machine: m, shape: card, device: q.Device}).offer()
	gpu.Gates = func(int) []profiler.Gate { return q.Gates }
	return []*dispatch.Offer{
		cpu.OfferFor(cpu.OneCore().Tier, m, one, q.Cores, 0), cpu.OfferFor(cpu.AllCores().Tier, m, all, q.Cores, 0),
		gpu,
	}
}

// choice is a decision with what the tests compare.
type choice struct {
	dispatch.Decision
	Tier      string
	Crew      int
	Score     float64
	Factors   profiler.Factors
	SlotLimit int
	Classes   []profiler.ClassScore
	Shut      []profiler.Gate
	Predicted map[string]cost.Prediction
	class     string
}

func decide(m *cost.Machine, q *question) *choice {
	forced := q.Forced
	if forced == "auto" {
		forced = ""
	}
	ask := dispatch.Question{Offers: q.offers(m), Rows: q.Shape.Rows, Groups: q.Shape.Groups, Forced: forced}
	if q.Correction != nil {
		ask.Correction = func(o *dispatch.Offer, _ cost.Prediction) func(string) float64 {
			return func(string) float64 { return q.Correction(o.Tier.Name) }
		}
	}
	d := dispatch.Decide(ask)
	gpu := &d.Candidates[2]
	c := &choice{
		Decision: d, Tier: d.Choice().Tier.Name, Crew: d.Candidates[1].Plan.Workers, Score: float64(gpu.Score.Score),
		Factors:   gpu.Score.Factors,
		SlotLimit: gpu.Score.SlotLimit, Classes: gpu.Score.Classes, Shut: gpu.Shut,
		Predicted: map[string]cost.Prediction{}, class: q.Device.Class,
	}
	for i := range d.Candidates {
		if p := d.Candidates[i].Plan.Predicted; p != nil {
			c.Predicted[d.Candidates[i].Tier.Name] = p
		}
	}
	return c
}

func (c *choice) ms(tier string) float64 { return c.Predicted[tier].Total() }

// cpu returns the better time of the processor.
func (c *choice) cpu() float64 { return min(c.ms(cpu.Serial), c.ms(cpu.Workers)) }

func coresOf(n int) string {
	if n == 1 {
		return "one core"
	}
	return fmt.Sprintf("%d cores", n)
}

// state is a random question to a random machine.
type state struct {
	machine cost.Machine
	question
	corrected map[string]float64
}

func (s *state) String() string {
	return fmt.Sprintf("%+v of %+v, measured %v, gates %v, forced %q, corrected %v", s.Shape, s.Device,
		s.machine.Measured(s.Device.Class), s.Gates, s.Forced, s.corrected)
}

var gateDetails = map[string]string{
	"precision": "the exact sum of delay needs 128 bits", "memory": "the pivot needs 12 GB on the GPU and 2.1 GB are " +
		"allowed",
	"health": "the GPU's process was lost", "support": "the GPU has no program for median(delay)",
}

// randomState draws a state: a class of device or none, measured or not, with gates, residency, rows, groups, and
// perhaps a tier that was asked for.
func randomState(r *rand.Rand) state {
	upTo := func(most float64) int { return int(math.Exp(r.Float64() * math.Log(most))) }
	s := state{machine: cost.DefaultMachine, corrected: map[string]float64{}}
	class := append([]string{""}, Classes...)[r.IntN(4)]
	if r.IntN(2) == 0 { // the processor was measured
		s.machine = scaled(s.machine, "", func() float64 { return math.Exp(r.NormFloat64()) })
	}
	// and the device, which may not be known any more
	if measured := cmp.Or(class, Classes[r.IntN(len(Classes))]); r.IntN(2) == 0 {
		s.machine = scaled(s.machine, measured, func() float64 { return math.Exp(2 * r.NormFloat64()) })
	}
	rows := upTo(2e9)
	shape := cost.Shape{Rows: rows, Keys: 1 + r.IntN(4), Accs: 1 + r.IntN(6), Asked: r.IntN(4), Distinct: r.IntN(2),
		Groups:  min(rows, upTo(5e6)),
		Threads: 1 + r.IntN(16), Columns: 1 + r.IntN(5), Limit: 1024, Chunks: r.IntN(3)}
	if r.IntN(2) == 0 {
		shape.Slots = 2 * shape.Groups
	}
	shape.Largest = int64(rows) * int64(1+r.IntN(8))
	shape.Bytes = shape.Largest * int64(shape.Columns)
	shape.Upload = []int64{0, shape.Bytes / 2, shape.Bytes}[r.IntN(3)]
	s.Shape = shape
	s.Cores = shape.Threads
	s.Device = Card{Class: class}
	if class != "" {
		s.Device.Vendor = []string{"nvidia", "amd", "intel", "acme"}[r.IntN(4)]
		s.Device.WorkgroupBytes = (1 + r.IntN(4)) << 14
		s.Device.BufferBytes = []int64{0, 128 << 20, 2 << 30}[r.IntN(3)]
	}
	for _, name := range []string{"precision", "memory", "health", "support"} {
		g := profiler.Gate{Name: name, Pass: r.IntN(5) > 0, Detail: "fine: " + name}
		if name == "health" && class == "" {
			g.Pass = false
		}
		if !g.Pass {
			g.Detail = gateDetails[name]
		}
		s.Gates = append(s.Gates, g)
	}
	s.Forced = []string{"", "auto", "auto", "auto", cpu.Serial, cpu.Workers, GPU}[r.IntN(7)]
	for _, tier := range []string{cpu.Serial, cpu.Workers, GPU} {
		s.corrected[tier] = 1
		if r.IntN(3) == 0 {
			s.corrected[tier] = math.Exp(0.5 * r.NormFloat64())
		}
	}
	s.Correction = func(tier string) float64 { return s.corrected[tier] }
	return s
}

// TestStates decides in 10,000 states: score, factors, gates, predicted times, tier and sentence never
// contradict each other.
func TestStates(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	seen := map[string]int{}
	for range 10_000 {
		s := randomState(r)
		d := decide(&s.machine, &s.question)
		for _, check := range []func(*state, *choice) string{factorsAgree, timesAgree, tierAgrees, wordsAgree} {
			if wrong := check(&s, d); wrong != "" {
				t.Fatalf("%s\nscore %v of %+v, predicted %v, on %s: %s\n%s", wrong, d.Score, d.Factors, d.Predicted,
					d.Tier, d.Reason(), &s)
			}
		}
		for _, kind := range kindsOf(&s, d) {
			seen[kind]++
		}
	}
	for _, kind := range []string{"GPU", "for it but shut", "against and shut", "against and open", "no device",
		"forced", "two gates shut", "measured", "resident"} {
		if seen[kind] < 20 {
			t.Errorf("%d states of the kind %q among 10,000: %v", seen[kind], kind, seen)
		}
	}
}

func kindsOf(s *state, d *choice) (kinds []string) {
	for kind, is := range map[string]bool{
		"GPU": d.Tier == GPU, "for it but shut": d.Score > 1 && len(d.Shut) > 0, "against and shut": d.class != "" &&
			d.Score <= 1 && len(d.Shut) > 0,
		"against and open": d.class != "" && d.Score <= 1 && len(d.Shut) == 0, "no device": d.class == "",
		"forced":         d.Forced != "",
		"two gates shut": len(d.Shut) > 1, "measured": s.machine.Measured(d.class) && d.class != "",
		"resident": s.Shape.Upload == 0,
	} {
		if is {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }

// factorsAgree holds the factors against the formulas of the six factors, whatever was measured and whichever gates are
// shut.
func factorsAgree(s *state, d *choice) string {
	if s.Device.Class == "" {
		if d.Score != 0 ||
			d.Factors != (profiler.Factors{Cardinality: profiler.Number(Penalty(s.Shape.Groups, d.SlotLimit))}) {
			return "without a device something is known"
		}
		could := slices.DeleteFunc(slices.Clone(Classes), func(class string) bool { return !s.machine.Measured(class) })
		if len(could) == 0 {
			could = Classes
		}
		if !slices.EqualFunc(d.Classes, could, func(c profiler.ClassScore, class string) bool {
			return c.Class == class && c.Score > 0
		}) {
			return fmt.Sprintf("the scores are of %v, want %v", d.Classes, could)
		}
		return ""
	}
	work := Work{Rows: s.Shape.Rows, Groups: s.Shape.Groups, ColumnBytes: s.Shape.Largest,
		Resident: s.Shape.Bytes > 0 && s.Shape.Upload == 0}
	want := Defaults.Score(work, s.Device, SlotLimit(s.Device, s.Shape.Asked)).recorded()
	got := d.Factors
	tuning := got.Vendor
	got.Vendor = want.Vendor
	switch {
	case got != want:
		return fmt.Sprintf("factors %+v, want %+v", got, want)
	case tuning <= 0 || math.IsInf(float64(tuning), 0):
		return "the tuning is no factor"
	case !s.machine.Measured(s.Device.Class) && s.corrected[GPU] == 1 && tuning != want.Vendor:
		return "a tuning where nothing was measured"
	case len(d.Classes) > 0:
		return "classes that might be beside a device that is"
	}
	f := d.Factors
	if !near(d.Score, float64(f.Rows*f.GPUClass*f.Vendor*f.Residency*f.Buffer/f.Cardinality)) {
		return "the score is not its factors'"
	}
	return ""
}

// timesAgree holds the score against the predicted times.
func timesAgree(s *state, d *choice) string {
	device, known := d.Predicted[GPU]
	switch {
	case known != (s.Device.Class != ""):
		return "a predicted time of no GPU, or none of one"
	case !known:
		return ""
	case (s.machine.Measured(s.Device.Class) || s.corrected[GPU] != 1) && !near(d.Score, d.cpu()/device.Total()):
		return "the score of a device that was measured is not the ratio of the times"
	case (d.Score > 1) != (device.Total() < d.cpu()):
		return "score and times are of two minds"
	case s.Device.Class == gpu.Software && d.Score > 1:
		return "a software device is expected to be faster"
	}
	return ""
}

// tierAgrees holds the choice against score and gates.
func tierAgrees(s *state, d *choice) string {
	auto := s.Forced == "" || s.Forced == "auto"
	open := !slices.ContainsFunc(s.Gates, func(g profiler.Gate) bool { return !g.Pass })
	onGPU := open && (s.Forced == GPU || auto && d.Score > 1)
	switch {
	case (d.Tier == GPU) != onGPU:
		return "the GPU runs it, or does not"
	case !auto && s.Forced != GPU && d.Tier != s.Forced:
		return "another tier than was asked for"
	case d.Tier == cpu.Workers && (auto || s.Forced == GPU) && d.ms(cpu.Workers) >= d.ms(cpu.Serial):
		return "more cores without a gain"
	}
	return ""
}

var (
	timesSaid  = regexp.MustCompile(`\d[\d.]* m?s\b`)
	scoreSaid  = regexp.MustCompile(`a score of ([\d.]+) speaks (for|against) the GPU`)
	classSaid  = regexp.MustCompile(`(?:a|an) (discrete|software|integrated) GPU would score ([\d.]+)`)
	coresSaid  = regexp.MustCompile(`(\d+) cores`)
	fasterSaid = regexp.MustCompile(
		`([\d.]+) m?s are expected on (\d+ cores|one core) and ([\d.]+) m?s on (\d+ cores|one)`,
	)
)

// wordsAgree reads the sentence as a person would and holds every claim against the facts.
func wordsAgree(s *state, d *choice) string {
	text := d.Reason()
	auto := d.Forced == ""
	for _, g := range s.Gates {
		said := strings.Contains(text, g.Detail)
		if g.Pass && said || !g.Pass && !said && (auto || d.Forced == GPU) {
			return "the gate " + g.Name + " is named wrongly, or not"
		}
	}
	if m := scoreSaid.FindStringSubmatch(text); m != nil {
		if m[1] != profiler.Score(profiler.Number(d.Score)) || (m[2] == "for") != (d.Score > 1) || d.class == "" {
			return "the score is not the one that is said"
		}
	} else if d.class != "" && auto {
		return "the score is not said"
	}
	if m := classSaid.FindStringSubmatch(text); (m != nil) != (d.class == "" && auto) || m != nil &&
		(m[1] != d.Classes[0].Class || strings.HasPrefix(m[0], "an ") != (m[1] == gpu.Integrated) ||
			m[2] != profiler.Score(d.Classes[0].Score)) {
		return "the score of a class is said wrongly, or not"
	}
	for _, m := range timesSaid.FindAllString(text, -1) {
		if m != dispatch.Millis(d.ms(cpu.Serial)) && m != dispatch.Millis(d.ms(cpu.Workers)) &&
			(d.class == "" || m != dispatch.Millis(d.ms(GPU))) {
			return m + " is no predicted time"
		}
	}
	for _, m := range coresSaid.FindAllString(text, -1) {
		if m != coresOf(d.Crew) {
			return m + " are not the workers"
		}
	}
	for _, phrase := range []string{"so the processor runs it", "before others could start", "gains too little",
		"no less on", "no other to use", "are not shared"} {
		if strings.Contains(text, phrase) && (d.Tier == GPU || phrase != "so the processor runs it" &&
			d.Tier != cpu.Serial) {
			return "what is said of the tier is not so"
		}
	}
	if m := fasterSaid.FindStringSubmatch(text); m != nil {
		first := map[bool]string{true: cpu.Serial, false: cpu.Workers}[m[2] == "one core"]
		if first != d.Tier || (d.Tier == cpu.Workers) != d.worthwhile() {
			return "the first time that is said is not the chosen tier's"
		}
	}
	if strings.Contains(text, "expected there and") && d.ms(GPU) >= d.cpu() {
		return "the GPU is said to be faster, and is not"
	}
	return ""
}

// TestNoRows decides a pivot whose filter passes no row.
func TestNoRows(t *testing.T) {
	for _, class := range append([]string{""}, Classes...) {
		q := question{Shape: cost.Shape{Keys: 1, Accs: 1, Threads: 2}, Device: Card{Class: class},
			Gates: []profiler.Gate{{Name: "support", Detail: "no row is left to group"}}}
		d := decide(&cost.DefaultMachine, &q)
		if d.Tier != cpu.Serial || d.Reason() != "no row is left to group" || d.Score > 1 {
			t.Errorf("%q: on %s, score %v, %q", class, d.Tier, d.Score, d.Reason())
		}
	}
}

// scaled returns a machine with every constant of a class of devices, or of the processor, times a factor.
func scaled(m cost.Machine, class string, factor func() float64) cost.Machine {
	times := func(fields ...*float64) {
		for _, f := range fields {
			*f *= factor()
		}
	}
	if class == "" {
		times(&m.KeyNs, &m.AccNs, &m.HashNs, &m.PartNs, &m.InsertNs, &m.MissNs, &m.DistinctNs, &m.RoomNs, &m.JoinNs,
			&m.MergeNs, &m.SampleNs, &m.NodeNs, &m.StartMS, &m.WakeMS, &m.ForkMS)
		return m
	}
	m.GPU = maps.Clone(m.GPU)
	g := m.GPU[class]
	times(&g.RoundTripMS, &g.SendMS, &g.UploadNs, &g.LaunchMS, &g.WorkgroupNs, &g.GlobalNs, &g.SlotNs, &g.ReadNs,
		&g.MapMS, &g.KeyNs)
	m.GPU[class] = g
	return m
}

// worthwhile reports whether the workers gain enough over one core.
func (c *choice) worthwhile() bool {
	workers := &c.Candidates[1]
	worth, _ := workers.Worth(workers.Plan, c.ms(cpu.Workers), c.ms(cpu.Serial))
	return worth
}
