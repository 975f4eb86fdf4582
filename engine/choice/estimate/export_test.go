package estimate

import (
	"testing"

	"cardinal/engine/key"
)

// EachDataset calls do with the keys of every dataset that is there.
func EachDataset(t *testing.T, do func(name string, k *key.Composite)) {
	for _, ds := range datasets() {
		do(ds.name, ds.make(t))
	}
}
