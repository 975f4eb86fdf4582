package ui

import (
	"errors"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
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
		nil: false, &glfw.Error{Code: notInitialized}: false, &glfw.Error{Code: glfw.APIUnavailable}: true,
		errors.New("no window"): true, "text": true,
	} {
		if is := panics(with); is != want {
			t.Errorf("%v panics: %v", with, is)
		}
	}
}
