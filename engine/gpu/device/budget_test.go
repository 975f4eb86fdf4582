package device

import (
	"testing"

	"cardinal/engine/gpu"
)

func TestBudget(t *testing.T) {
	for _, test := range []struct {
		class  string
		memory int64
		want   int64
	}{{gpu.Discrete, 0, 2 << 30}, {gpu.Discrete, 100, 60}, {gpu.Integrated, 0, 1 << 30},
		{gpu.Software, 1 << 40, 1 << 30}} {
		if got := budget(test.class, test.memory); got != test.want {
			t.Errorf("%s of %d bytes: budget %d, want %d", test.class, test.memory, got, test.want)
		}
	}
}
