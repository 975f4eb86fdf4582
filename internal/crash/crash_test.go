package crash

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary be a program that ends in one of several ways.
func TestMain(m *testing.M) {
	way := os.Getenv("CRASH_WAY")
	if way == "" {
		os.Exit(m.Run())
	}
	stop, err := Watch(os.Getenv("CRASH_FOLDER"), "Cardinal of a test")
	if err != nil {
		panic(err)
	}
	fmt.Println("ready")
	switch way {
	case "goroutine":
		go func() { panic("a fault beside") }()
		time.Sleep(time.Minute)
	case "signal":
		fault()
	case "map":
		m := map[int]int{}
		for range 4 {
			go func() {
				for i := 0; ; i++ {
					m[i&7] = i
				}
			}()
		}
		time.Sleep(time.Minute)
	case "kill":
		time.Sleep(time.Minute)
	}
	stop()
	os.Exit(0)
}

// end runs the program until it ends in a way.
func end(t *testing.T, folder, way string) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "CRASH_WAY="+way, "CRASH_FOLDER="+folder)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if way == "kill" {
		if len(Left(folder)) > 0 {
			t.Error("a program that runs left a report")
		}
		_ = c.Process.Kill()
	}
	_ = c.Wait()
}

func TestReports(t *testing.T) {
	ways := map[string]string{
		"goroutine": "panic: a fault beside", "map": "maps.fatal", "kill": "", "order": "",
	}
	if runtime.GOOS != "windows" {
		ways["signal"] = "SIG"
	}
	for way, want := range ways {
		t.Run(way, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "made [1]")
			end(t, folder, way)
			left := Left(folder)
			if want == "" {
				if entries, _ := os.ReadDir(folder); len(left) > 0 || len(entries) > 0 {
					t.Errorf("left %v, and the files %v", left, entries)
				}
				return
			}
			if len(left) != 1 || time.Since(left[0].At) > time.Hour {
				t.Fatalf("left %v", left)
			}
			text, err := left[0].Text()
			if err != nil || !strings.Contains(text, want) || !strings.HasPrefix(text, "Cardinal of a test\n") {
				t.Errorf("%v: %s", err, text)
			}
			if again := Left(folder); len(again) > 0 {
				t.Errorf("told again: %v", again)
			}
			if all := All(folder); len(all) != 1 || all[0].Path != left[0].Path {
				t.Errorf("all are %v", all)
			}
		})
	}
}

// TestOldReportsLeave keeps the newest ones.
func TestOldReportsLeave(t *testing.T) {
	folder := t.TempDir()
	for i := range maxReports + 5 {
		path := filepath.Join(folder, fmt.Sprintf("%d%s", i, complete))
		at := time.Now().Add(time.Duration(-i) * time.Hour)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	Left(folder)
	if all := All(folder); len(all) != maxReports || filepath.Base(all[0].Path) != "0"+complete {
		t.Errorf("all are %v", all)
	}
}

// TestNoFolder watches in a profile that nobody may write to.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stop, err := Watch(filepath.Join(file, "below"), "")
	if err == nil {
		t.Error("a file serves as a folder")
	}
	stop()
	if left := Left(filepath.Join(file, "below")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestWaits finds the package that crashed in a report that was not told yet.
func TestWaits(t *testing.T) {
	folder := t.TempDir()
	end(t, folder, "goroutine")
	if !Waits(folder, "cardinal/internal/crash.") || Waits(folder, "cardinal/cra.") || Waits(folder, "testing.") {
		t.Error("the crash is not one of this package alone")
	}
	Left(folder)
	if Waits(folder, "cardinal/internal/crash.") {
		t.Error("a report waits that was told")
	}
}
