package memory

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// TestFreeIsWhatTheLimitLeaves takes memory, and gives it back.
func TestFreeIsWhatTheLimitLeaves(t *testing.T) {
	own := debug.SetMemoryLimit(math.MaxInt64) // GOMEMLIMIT
	t.Cleanup(func() { debug.SetMemoryLimit(own) })
	const most = 400 << 20
	SetLimit(most)
	t.Cleanup(func() { SetLimit(0) })
	before, known := Free()
	if !known || before > most || before < most/2 {
		t.Fatalf("%d of %d bytes are free", before, int64(most))
	}
	taken := make([]byte, 100<<20)
	if during, _ := Free(); before-during < 99<<20 || before-during > 110<<20 {
		t.Errorf("%d bytes are free, and %d with 100 MiB taken", before, during)
	}
	if !strings.Contains(Advice(), "allow more memory than 419.4 MB") {
		t.Error(Advice())
	}
	SetLimit(50 << 20)
	if n, _ := Free(); n != 1 {
		t.Errorf("%d bytes are free where more is held than the limit has", n)
	}
	runtime.KeepAlive(taken) // and no longer
	SetLimit(most)
	if after, _ := Free(); after < before-10<<20 {
		t.Errorf("%d bytes were free, and %d when the memory was given back", before, after)
	}
	SetLimit(0)
	if n, limited := Limit(); limited || Advice() != "close other programs" {
		t.Errorf("without a limit there is one of %d: %s", n, Advice())
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"2GB": 2e9, "1.5 gb": 15e8, "512MiB": 512 << 20, "64kb": 64e3, "1TiB": 1 << 40,
		"": 0, "2": 0, "GB": 0, "-1GB": 0, "0MB": 0, "2G": 0, "nanGB": 0, "infGB": 0, "1e40GB": 0, "2GBGB": 0, "2bG": 0,
	} {
		if got, err := Parse(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 2_400: "2.4 kB", 999_949: "999.9 kB", 999_950: "1 MB",
		24_000_000: "24 MB", 512e6: "512 MB",
		999_999_999: "1 GB", 2e9: "2 GB", 15e8: "1.5 GB", 7e15: "7000 TB",
	} {
		if got := Format(bytes); got != want {
			t.Errorf("%d bytes are %s, want %s", bytes, got, want)
		}
	}
}

// TestWatch ends work that takes more than the limit, and only such work.
func TestWatch(t *testing.T) {
	work := func(limit int64, steps int) (taken int, err error) {
		SetLimit(limit)
		defer SetLimit(0)
		ctx, done := Watch(t.Context())
		var all [][]byte
		for range steps {
			if ctx.Err() != nil {
				break
			}
			all = append(all, make([]byte, 1<<20))
			time.Sleep(time.Millisecond)
		}
		err = done(ctx.Err())
		return len(all), err
	}
	if n, err := work(400<<20, 100); n != 100 || err != nil {
		t.Errorf("%d MiB within 400: %v", n, err)
	}
	n, err := work(100<<20, 1000)
	if want := (Exceeded{100 << 20}); !errors.Is(err, want) {
		t.Errorf("%d MiB with 100 allowed: %v", n, err)
	}
	if n > 500 {
		t.Errorf("%d MiB were taken, and 100 are allowed", n)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	SetLimit(1 << 30)
	defer SetLimit(0)
	ctx, done := Watch(ended)
	if err := done(ctx.Err()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled work ends with %v", err)
	}
}
