//go:build unix

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/reference"
)

// atLoad returns a request with a column that calls do when the child asks for it: in the middle of the conversation.
func atLoad(do func()) gpu.Request {
	r := reference.Request(50)
	values := r.Keys[0].Codes.Values
	r.Keys[0].Codes = gpu.NewColumn("in the middle", func() []uint32 { do(); return values() })
	return r
}

func checkValues(t *testing.T, r gpu.Request, res gpu.Result) {
	t.Helper()
	values, _ := reference.Answer(r)
	for i, want := range values {
		if !slices.Equal(res.Values[i], want) {
			t.Fatalf("wrong %s", r.Aggregates[i].Op)
		}
	}
}

// runUntilBack runs a request until the back-off after a loss is over.
func runUntilBack(t *testing.T, c *Client, r gpu.Request) gpu.Result {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		res, err := c.Run(context.Background(), r)
		if err == nil {
			return res
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("the gpu did not come back: %v", err)
		}
	}
}

func TestChildKilledInTheMiddle(t *testing.T) {
	c := newTestClient(t)
	first := c.PID()
	child := c.child
	r := atLoad(func() { _ = syscall.Kill(first, syscall.SIGKILL); <-child.gone })
	_, err := c.Run(context.Background(), r)
	if !errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("got %v, want ErrLost that says killed", err)
	}
	if n, _ := c.Resident([]string{"self-test b 50"}); n > 0 || c.PID() != 0 {
		t.Error("a dead child holds columns")
	}
	if _, ok, why := c.Peek(); ok || !strings.Contains(why, "lost") {
		t.Errorf("peek right after the loss: %v, %q", ok, why)
	}
	good := reference.Request(50)
	checkValues(t, good, runUntilBack(t, c, good))
	if c.PID() == first || c.PID() == 0 {
		t.Errorf("child %d after child %d", c.PID(), first)
	}
	if _, ok, why := c.Peek(); !ok || why != "" {
		t.Errorf("peek after the recovery: %v, %q", ok, why)
	}
}

func TestChildKilledBetweenRequests(t *testing.T) {
	c := newTestClient(t)
	r := reference.Request(20)
	mustRun(t, c, r)
	child := c.child
	_ = syscall.Kill(c.PID(), syscall.SIGKILL)
	<-child.gone
	res := runUntilBack(t, c, r)
	checkValues(t, r, res)
	if res.BytesUploaded == 0 {
		t.Error("a new child cannot have had the columns")
	}
}

func TestChildThatHangsIsKilled(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.timeouts.silence = 600 * time.Millisecond })
	pid := c.PID()
	r := atLoad(func() {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
		time.Sleep(50 * time.Millisecond) // a busy thread stops a little later
	})
	_, err := c.Run(context.Background(), r)
	if !errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), "did not answer") {
		t.Errorf("got %v, want ErrLost for silence", err)
	}
	if !gone(pid) {
		t.Error("the stopped child still runs")
	}
	good := reference.Request(50)
	checkValues(t, good, runUntilBack(t, c, good))
}

func TestChildThatIsNeverDoneIsKilled(t *testing.T) {
	c := newTestClient(t, func(c *Client) {
		c.timeouts.request, c.timeouts.per64K, c.timeouts.silence = 300*time.Millisecond, 0, 5*time.Second
	})
	_, err := c.Run(context.Background(), atLoad(func() { time.Sleep(600 * time.Millisecond) }))
	if !errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), "was not done") {
		t.Errorf("got %v, want ErrLost for lateness", err)
	}
}

func TestCancelReturnsAtOnce(t *testing.T) {
	c := newTestClient(t)
	pid := c.PID()
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	r := atLoad(func() { cancel(); <-release }) // this run never ends by itself
	if _, err := c.Run(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	waiting, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if _, err := c.Run(waiting, reference.Request(50)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a run behind one that still ends: %v", err)
	}
	close(release)
	good := reference.Request(50)
	checkValues(t, good, mustRun(t, c, good))
	if c.PID() != pid {
		t.Error("a cancelled request cost the child")
	}
	if _, err := c.Run(ctx, good); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is over: %v", err)
	}
}

// inMemory returns a request for columns that the child reads directly, and its count.
func inMemory(name string) (r gpu.Request, want []uint64) {
	codes := make([]uint32, 12<<20)
	want = make([]uint64, 5)
	for i := range codes {
		codes[i] = uint32(i) % 5
		want[codes[i]]++
	}
	key, value := gpu.ColumnOf(name+" key", codes), gpu.ColumnOf(name+" value", codes)
	return gpu.Request{Rows: len(codes), Slots: 5, Keys: []gpu.Key{{Codes: key, Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Max, Values: &value}}}, want
}

// A request that is withdrawn while its columns are read, at whatever time, leaves none that is not whole, and
// a newer request is answered.
func TestCancelWhileColumnsAreRead(t *testing.T) {
	c := newTestClient(t)
	pid := c.PID()
	for i := range 6 {
		r, want := inMemory(fmt.Sprint("withdrawn ", i))
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*6*time.Millisecond)
		if _, err := c.Run(ctx, r); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		cancel()
		good := reference.Request(50)
		checkValues(t, good, mustRun(t, c, good))
		if res := mustRun(t, c, r); !slices.Equal(res.Values[0], want) ||
			!slices.Equal(res.Values[1], []uint64{0, 1, 2, 3, 4}) {
			t.Errorf("withdrawn %d: wrong", i)
		}
		c.Forget("withdrawn")
	}
	if c.PID() != pid {
		t.Error("a cancelled request cost the child")
	}
}

// A child that is killed while it reads columns, at whatever time, is survived.
func TestChildKilledWhileColumnsAreRead(t *testing.T) {
	c := newTestClient(t)
	r, want := inMemory("killed")
	for i := range 4 {
		pid := c.PID()
		killed := time.AfterFunc(time.Duration(1+i*6)*time.Millisecond, func() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		})
		if _, err := c.Run(context.Background(), r); err != nil && !errors.Is(err, gpu.ErrLost) {
			t.Errorf("got %v, want ErrLost", err)
		}
		killed.Stop()
		if res := runUntilBack(t, c, r); !slices.Equal(res.Values[0], want) {
			t.Error("wrong")
		}
	}
}

func TestLoadThatPanics(t *testing.T) {
	c := newTestClient(t)
	_, err := c.Run(context.Background(), atLoad(func() { panic("no such row") }))
	if err == nil || !strings.Contains(err.Error(), "no such row") {
		t.Errorf("got %v", err)
	}
	good := reference.Request(50)
	checkValues(t, good, mustRun(t, c, good))
}

// An app that is killed cannot say goodbye; its child must not live on, even when it hangs.
func TestChildDiesWithTheApp(t *testing.T) {
	newTestClient(t)
	app := exec.Command(os.Args[0])
	app.Env = append(os.Environ(), appEnv+"=1")
	out, err := app.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Process.Kill(); _ = app.Wait() }) // where the test fails before it does so
	var child int
	if _, err := fmt.Fscan(out, &child); err != nil || child == 0 {
		t.Fatalf("the app has child %d: %v", child, err)
	}
	if runtime.GOOS == "linux" {
		_ = syscall.Kill(child, syscall.SIGSTOP)
	}
	_ = app.Process.Kill()
	_ = app.Wait()
	if !gone(child) {
		_ = syscall.Kill(child, syscall.SIGKILL)
		t.Error("the child outlives the app")
	}
}

// gone waits for the end of a process. A process that has ended but has not been collected counts, too: in a
// container there may be nobody to collect it.
func gone(pid int) bool {
	for begin := time.Now(); time.Since(begin) < 5*time.Second; time.Sleep(10 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ") {
			return true
		}
	}
	return false
}

func TestConcurrentRuns(t *testing.T) {
	c := newTestClient(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			r := reference.Request(10 + i)
			for range 3 {
				res, err := c.Run(context.Background(), r)
				if err != nil {
					t.Error(err)
					return
				}
				checkValues(t, r, res)
				c.Resident([]string{"a"})
				c.Peek()
			}
		})
	}
	wg.Wait()
}

func TestDriverThatPrints(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the wire is claimed from the standard output on Linux only")
	}
	c := newTestClient(t, func(c *Client) { c.command = testChild(noiseEnv + "=1") })
	for range 20 {
		mustRun(t, c, reference.Request(50))
		time.Sleep(5 * time.Millisecond)
	}
}

func TestCloseEndsTheChild(t *testing.T) {
	c := newTestClient(t)
	pid := c.PID()
	c.Close()
	if !gone(pid) {
		t.Error("the child outlives its client")
	}
	if _, err := c.Run(context.Background(), reference.Request(5)); !errors.Is(err, gpu.ErrClosed) {
		t.Errorf("a run after close: %v", err)
	}
	if _, err := c.Adapter(context.Background()); !errors.Is(err, gpu.ErrClosed) {
		t.Errorf("the adapter after close: %v", err)
	}
}

func TestCloseInTheMiddle(t *testing.T) {
	c := newTestClient(t)
	child := c.child
	var wg sync.WaitGroup
	_, err := c.Run(context.Background(), atLoad(func() { wg.Go(c.Close); <-child.gone }))
	if !errors.Is(err, gpu.ErrClosed) {
		t.Errorf("got %v", err)
	}
	wg.Wait()
}

// failingClient returns a client whose child is not a GPU worker.
func failingClient(t *testing.T, command func() *exec.Cmd) *Client {
	c := NewClient(command)
	c.backoff.first, c.marker = 10*time.Millisecond, ""
	t.Cleanup(c.Close)
	return c
}

func TestChildThatDoesNotStart(t *testing.T) {
	script := func(text string) func() *exec.Cmd {
		return func() *exec.Cmd { return exec.Command("sh", "-c", text) }
	}
	for name, test := range map[string]struct {
		command func() *exec.Cmd
		why     string
	}{
		"no such program": {func() *exec.Cmd { return exec.Command("/nonexistent/worker") }, "cannot be started"},
		"exits at once":   {script("exit 3"), "exit status 3"},
		"says why":        {script("echo one >&2; echo '  the card is on fire' >&2; exit 1"), "the card is on fire"},
		"go panic": {script("printf 'panic: index out of range\\n\\ngoroutine 1 [running]:\\nmain.main()\\n' " +
			">&2; exit 2"), "panic: index out of range"},
		"rust panic": {script("printf \"thread '<unnamed>' panicked at /a/b/queue.rs:789:88:\\ncalled unwrap on " +
			"None\\nstack backtrace:\\n 0: x\\n\" >&2; kill -ABRT $$"), "called unwrap on None in queue.rs"},
		"garbage":        {script("yes 'no frame at all'"), "what is no answer"},
		"garbage, short": {script("echo hi; exit 0"), "its process ended"},
		"silence":        {script("exec sleep 60"), "did not answer"},
		// the sleep outlives the shell and holds its pipes
		"heirs": {script("sleep 4; true"), "did not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			c := failingClient(t, test.command)
			if test.why == "did not answer" {
				c.timeouts.start = 500 * time.Millisecond
			}
			_, err := c.Adapter(context.Background())
			if !errors.Is(err, gpu.ErrNoDevice) || !strings.Contains(err.Error(), test.why) {
				t.Fatalf("got %v, want ErrNoDevice that says %q", err, test.why)
			}
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("more than a sentence: %q", err)
			}
			if _, ok, why := c.Peek(); ok || !strings.Contains(why, test.why) {
				t.Errorf("peek: %v, %q", ok, why)
			}
		})
	}
}

func TestFailuresBackOff(t *testing.T) {
	starts := 0
	c := failingClient(t, func() *exec.Cmd { starts++; return exec.Command("false") })
	c.backoff.first = time.Hour
	c.backoff.most = 2 * time.Hour
	for range 5 {
		if _, err := c.Run(context.Background(), reference.Request(5)); !errors.Is(err, gpu.ErrNoDevice) {
			t.Fatal(err)
		}
	}
	if starts != 1 {
		t.Errorf("%d starts within the back-off", starts)
	}
	if _, _, why := c.Peek(); !strings.Contains(why, "next try in 3") {
		t.Errorf("peek: %q", why)
	}
}

func TestPeekStartsNothing(t *testing.T) {
	c := NewClient(func() *exec.Cmd { t.Error("started"); return exec.Command("false") })
	defer c.Close()
	if _, ok, why := c.Peek(); ok || why == "" {
		t.Errorf("peek: %v, %q", ok, why)
	}
	if c.PID() != 0 {
		t.Error("a child before the first use")
	}
}

// Without any driver the binding aborts the process: to the app that is a machine without a GPU.
func TestNoDriver(t *testing.T) {
	newTestClient(t) // there must be something to take away
	c := NewClient(testChild("VK_ICD_FILENAMES=/nonexistent", "VK_DRIVER_FILES=/nonexistent",
		"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"))
	c.marker = ""
	defer c.Close()
	_, err := c.Adapter(context.Background())
	if !errors.Is(err, gpu.ErrNoDevice) || !strings.Contains(err.Error(), "no graphics driver was found") {
		t.Fatalf("got %v, want ErrNoDevice in plain words", err)
	}
}
