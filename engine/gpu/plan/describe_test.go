package plan

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/shaders"
)

// Every description has a name of its own with a shader, words for people, a price, and a line in the
// comment of the package.
func TestKernelsAreDescribed(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	card := gputest.Card
	for i, k := range Kernels {
		if FindKernel(k.Name) != k || slices.Index(KernelNames(), k.Name) != i {
			t.Errorf("%s: not found by its name", k.Name)
		}
		if !slices.Contains(shaders.Names(), k.Name) {
			t.Errorf("%s: no shader", k.Name)
		}
		checkWords(t, k.Name, k.Words)
		j := OfColumn(min(k.MaxSlots, 5000), gpu.Sum)
		p := Of(j, card)[0].Pass
		if !k.takes(p, j, card) || !(k.Price(p, j, card) > 0) {
			t.Errorf("%s: no price, or not for a card", k.Name)
		}
		if list := k.Programs(p, j, card); len(list) == 0 || list[len(list)-1].Kernel != k.Name {
			t.Errorf("%s: runs %v", k.Name, Names(list))
		}
		if k.Records != nil && (k.Records(p, j, card).Words < 1 || k.Records(p, j, card).Bytes(1000)[0] < 1000) {
			t.Errorf("%s: records without memory", k.Name)
		}
		if k.MaxSlots < k.MinSlots || !slices.IsSorted(k.TuneSlots) {
			t.Errorf("%s: %d to %d slots, tuned at %v", k.Name, k.MinSlots, k.MaxSlots, k.TuneSlots)
		}
		if !strings.Contains(string(doc), "\n//\t"+k.Name+" ") {
			t.Errorf("%s: not in doc.go", k.Name)
		}
	}
	for _, m := range Mappings {
		checkWords(t, m.Name, m.Words)
		if table := m.Lay(1000, 1<<20); table.Places() < 1000 ||
			m.price(mappingCosts{rates: classRates[gpu.Discrete], walk: 8, look: 64, keys: 1000, load: 0.5}) <= 0 {
			t.Errorf("%s: %d places for 1000 keys, or no price", m.Name, table.Places())
		}
		if len(m.programs(OfColumn(1000, gpu.Sum), card)) == 0 {
			t.Errorf("%s: no program", m.Name)
		}
	}
}

func checkWords(t *testing.T, name, words string) {
	t.Helper()
	if len(words) < 20 || words[0] < 'A' || words[0] > 'Z' || strings.HasSuffix(words, ".") {
		t.Errorf("%s: %q is no sentence without a full stop", name, words)
	}
}

// A kernel's price for the class of every adapter is that of rates which are all set.
func TestRatesAreComplete(t *testing.T) {
	for _, class := range []string{gpu.Discrete, gpu.Integrated, gpu.Software} {
		r := reflect.ValueOf(classRates[class])
		for i := range r.NumField() {
			if r.Field(i).Float() <= 0 {
				t.Errorf("%s: no rate %s", class, r.Type().Field(i).Name)
			}
		}
		if Speeds[class] <= 0 {
			t.Errorf("%s: no speed", class)
		}
	}
}

// What the shaders spell out is as many as the planner takes.
func TestLimitsAreThoseOfTheShaders(t *testing.T) {
	count := func(kernel, what string) int {
		found := regexp.MustCompile(what).FindAllString(shaders.Source(kernel, nil, nil), -1)
		slices.Sort(found)
		return len(slices.Compact(found))
	}
	for _, c := range []struct {
		kernel, what string
		want         int
	}{
		{shaders.Global, `const OP\d`, maxMeasures}, {shaders.Global, `values\d:`, maxColumns},
		{shaders.Global, `valid\d:`, maxColumns},
		{shaders.Compose, `codes\d:`, KeysPerCompose}, {shaders.Probe, `codes\d:`, MaxHashedKeys},
	} {
		if got := count(c.kernel, c.what); got != c.want {
			t.Errorf("%s: %d of %s, want %d", c.kernel, got, c.what, c.want)
		}
	}
	if shaders.Const("params", "INVOCATIONS") != Invocations {
		t.Error("another usual size of a workgroup")
	}
	for name, op := range map[string]gpu.Op{"COUNT": gpu.Count, "SUM": gpu.Sum, "MINIMUM": gpu.Min, "MAXIMUM": gpu.Max,
		"PRODUCT": gpu.Product} {
		if shaders.Const("measures", name) != op.KernelOp() {
			t.Errorf("another number of %s", op)
		}
	}
}

func TestCheckNamesTheLimit(t *testing.T) {
	key := gpu.NewColumn("k", func() []uint8 { return nil })
	fine := gpu.Request{Slots: 1, Keys: []gpu.Key{{Codes: key}}}
	if err := Check(&fine); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*gpu.Request){
		"4294967294":        func(r *gpu.Request) { r.Rows = MaxRows + 1 },
		"4294967295":        func(r *gpu.Request) { r.Slots = MaxSlots + 1 },
		"1073741760":        func(r *gpu.Request) { r.Form, r.Slots = gpu.Sparse, MaxSparseSlots+1 },
		"1 to 4":            func(r *gpu.Request) { r.Form, r.Keys = gpu.Hashed, make([]gpu.Key, 5) },
		"unknown strategy ": func(r *gpu.Request) { r.Tuning.Strategy = "none" },
		"unknown mapping ":  func(r *gpu.Request) { r.Tuning.Mapping = "none" },
		"power of two":      func(r *gpu.Request) { r.Tuning.Copies = 3 },
		"without values":    func(r *gpu.Request) { r.Aggregates = []gpu.Aggregate{{Op: gpu.Sum}} },
	} {
		r := fine
		change(&r)
		if err := Check(&r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
