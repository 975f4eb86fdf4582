package cost_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	. "cardinal/engine/choice/cost"
)

func TestCalibrationIsPerMachine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardinal", "calibration.json")
	here := Identity{"bench", 2, "llvmpipe", "25.0", "1.0"}
	if _, ok := LoadCalibration(path, here); ok {
		t.Fatal("a calibration before the first")
	}
	first := Calibration{here, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), 40, realMachine()}
	if err := SaveCalibration(path, first); err != nil {
		t.Fatal(err)
	}
	if got, ok := LoadCalibration(path, here); !ok || !reflect.DeepEqual(got, first) {
		t.Errorf("read back %+v, %v", got, ok)
	}
	for _, other := range []Identity{
		{"desk", 2, "llvmpipe", "25.0", "1.0"}, {"bench", 4, "llvmpipe", "25.0", "1.0"},
		{"bench", 2, "H200", "25.0", "1.0"},
		{"bench", 2, "llvmpipe", "25.1", "1.0"}, {"bench", 2, "llvmpipe", "25.0", "1.1"},
	} {
		if _, ok := LoadCalibration(path, other); ok {
			t.Errorf("%+v has the calibration of another machine", other)
		}
	}
	unseen := Identity{Host: "bench", Cores: 2, Version: "1.0"}
	if got, ok := LoadCalibration(path, unseen); !ok || got.Machine.KeyNs != first.Machine.KeyNs {
		t.Errorf("before the device is found its processor has no calibration")
	}
	unseen.Cores = 4
	if _, ok := LoadCalibration(path, unseen); ok {
		t.Errorf("another processor has the calibration")
	}
	second := first
	second.Machine.KeyNs = 9
	if err := SaveCalibration(path, second); err != nil {
		t.Fatal(err)
	}
	if got, _ := LoadCalibration(path, here); got.Machine.KeyNs != 9 || len(ReadCalibrations(path)) != 1 {
		t.Errorf("the newer one does not replace the older: %d kept, key %v ns", len(ReadCalibrations(path)),
			got.Machine.KeyNs)
	}
	for i := range 2 * KeptCalibrations {
		c := first
		c.Host = fmt.Sprint("host", i)
		if err := SaveCalibration(path, c); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(ReadCalibrations(path)); n != KeptCalibrations {
		t.Errorf("%d calibrations are kept, want %d", n, KeptCalibrations)
	}
}

func TestDamagedCalibration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calibration.json")
	here := Identity{Host: "bench", Cores: 2}
	for name, text := range map[string]string{
		"empty": "", "cut": `[{"host": "bench", "cores": 2, "mach`, "another form": `{"host": "bench"}`,
		"no constants":        `[{"host": "bench", "cores": 2}]`,
		"below zero":          `[{"host": "bench", "cores": 2, "machine": {"key_ns": -1, "acc_ns": 3, "cache_bytes": 1048576}}]`,
		"beyond all measure":  `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1e9, "acc_ns": 3, "cache_bytes": 1048576}}]`,
		"beyond all numbers":  `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1e999, "acc_ns": 3, "cache_bytes": 1048576}}]`,
		"rows for nothing":    `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1e-300, "cache_bytes": 1048576}}]`,
		"a cache of a byte":   `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1, "acc_ns": 3, "cache_bytes": 1}}]`,
		"contention above 1":  `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1, "acc_ns": 3, "cache_bytes": 1048576, "contention": 2}}]`,
		"a device below zero": `[{"host": "bench", "cores": 2, "machine": {"key_ns": 1, "acc_ns": 3, "cache_bytes": 1048576, "gpu": {"discrete": {"slot_ns": -1}}}}]`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, ok := LoadCalibration(path, here); ok {
			t.Errorf("%s: read as %+v", name, c)
		}
		if err := SaveCalibration(path, Calibration{Identity: here, Machine: DefaultMachine}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := LoadCalibration(path, here); !ok {
			t.Errorf("%s: the damaged file was not replaced", name)
		}
	}
}

func TestCalibrationPath(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	path, err := CalibrationPath()
	if err != nil || filepath.Base(path) != "calibration.json" || filepath.Base(filepath.Dir(path)) != "cardinal" {
		t.Errorf("%s, %v", path, err)
	}
}
