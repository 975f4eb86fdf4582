package host

import (
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"cardinal/engine/gpu/wire"
)

// A length that is a lie must not be allocated.
func TestReadPayloadChecksItsLength(t *testing.T) {
	if _, err := readPayload(strings.NewReader("short"), maxPayload); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a cut payload: %v", err)
	}
	if _, err := readPayload(strings.NewReader(""), maxPayload+1); !errors.Is(err, wire.ErrGarbage) {
		t.Errorf("an impossible payload: %v", err)
	}
	if _, err := readPayload(strings.NewReader(""), -1); !errors.Is(err, wire.ErrGarbage) {
		t.Errorf("a negative payload: %v", err)
	}
}

func TestChildEndsWithItsInput(t *testing.T) {
	for name, test := range map[string]struct {
		input string
		fails bool
	}{"no input": {"", false}, "garbage": {"this is no frame, whatever it is\n", true}} {
		cmd := testChild()()
		cmd.Stdin = strings.NewReader(test.input)
		out, err := cmd.Output()
		var exit *exec.ExitError
		if test.fails != errors.As(err, &exit) || len(out) > 0 {
			t.Errorf("%s: %v, output %q", name, err, out)
		}
	}
}
