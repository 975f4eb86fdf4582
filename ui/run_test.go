package ui

import (
	"errors"
	"testing"
)

// TestSpareEnd spares the panic of a toolkit that has ended, and no other.
func TestSpareEnd(t *testing.T) {
	panics := func(with any) (is bool) {
		defer func() { is = recover() != nil }()
		func() {
			defer spareEnd()
			if with != nil {
				panic(with)
			}
		}()
		return false
	}
	for with, want := range map[any]bool{
		nil: false, "the GLFW library is not initialized": true, errors.New("NotInitialized: The GLFW library is not initialized"): false, errors.New("no window"): true,
	} {
		if is := panics(with); is != want {
			t.Errorf("%v panics: %v", with, is)
		}
	}
}
