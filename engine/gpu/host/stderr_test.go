package host

import (
	"fmt"
	"strings"
	"testing"
)

func TestCause(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"\n\n":                           "",
		"one\ntwo\n":                     "two",
		"the fault\n[wgpu] [Warn] noise": "the fault",
		"noise\npanic: oops\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:3\n":                           "panic: oops",
		"thread '<unnamed>' panicked at /home/u/src/queue.rs:789:88:\nit broke\nstack backtrace:\n 0: f\n": "it broke in queue.rs",
	} {
		var l stderrTail
		_, _ = l.Write([]byte(text))
		if got := l.cause(); got != want {
			t.Errorf("%q: cause %q, want %q", text, got, want)
		}
	}
}

func TestLastWordsKeepTheBeginningAndTheEnd(t *testing.T) {
	var l stderrTail
	fmt.Fprintln(&l, "panic: at the beginning")
	for range 10_000 {
		fmt.Fprintln(&l, strings.Repeat("x", 100))
	}
	if got := l.cause(); got != "panic: at the beginning" {
		t.Errorf("cause %q", got)
	}
	if len(l.head) > keepStderr || len(l.tail) > keepStderr {
		t.Errorf("keeps %d and %d bytes", len(l.head), len(l.tail))
	}
	l = stderrTail{}
	for i := range 100_000 {
		fmt.Fprintln(&l, "line", i)
	}
	if got := l.cause(); got != "line 99999" {
		t.Errorf("cause %q", got)
	}
}
