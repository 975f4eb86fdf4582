package device

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// Every kernel and mapping that package plan describes is dispatched here, and nothing else. The self-test runs
// every kernel.
func TestDescriptionsHaveADeviceHalf(t *testing.T) {
	for _, name := range plan.KernelNames() {
		if dispatchers[name] == nil {
			t.Errorf("no dispatcher of the %s kernel", name)
		}
	}
	for _, name := range plan.MappingNames() {
		if fillers[name] == nil {
			t.Errorf("no filler of the %s mapping", name)
		}
	}
	if len(dispatchers) != len(plan.Kernels) || len(fillers) != len(plan.Mappings) {
		t.Errorf("%d dispatchers of %d kernels, %d fillers of %d mappings", len(dispatchers), len(plan.Kernels),
			len(fillers), len(plan.Mappings))
	}
}

// rowParams are the fields of the shaders' Params in their order.
func TestParamsAreThoseOfTheShaders(t *testing.T) {
	var want, got []string
	for _, field := range regexp.MustCompile(`(?m)^    (\w+): u32,`).FindAllStringSubmatch(shaders.Source(shaders.Histogram, nil, nil), -1) {
		want = append(want, field[1])
	}
	fields := reflect.TypeOf(rowParams{})
	for i := range fields.NumField() {
		got = append(got, fields.Field(i).Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("fields %v, those of the shaders %v", got, want)
	}
	distinct := rowParams{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	for i, w := range distinct.words() {
		if int(w) != i {
			t.Errorf("word %d is field %d", i, w)
		}
	}
}
