package delta

import (
	"fmt"
	"testing"
	"testing/fstest"
)

// TestVersions lists the versions that can be read, with what their commits say about themselves.
func TestVersions(t *testing.T) {
	commit := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	name := func(version int, kind string) string { return fmt.Sprintf("_delta_log/%020d.%s", version, kind) }
	log := fstest.MapFS{
		name(2, "json"): commit(`{"commitInfo":{"operation":"WRITE"}}`), // version 1 is gone, and so 2 cannot be read
		name(4, "json"): commit(`{"add":{"path":"a"}}` + "\n" +
			`{"commitInfo":{"timestamp":1714000000000,"operation":"MERGE"}}`),
		name(4, "checkpoint.parquet"): commit(""),
		name(5, "json"):               commit(`{"commitInfo":{"inCommitTimestamp":1714003600000,"timestamp":1}}`),
		name(6, "json"):               commit(`{"add":`), // cut off
		name(8, "checkpoint.parquet"): commit(""),        // its commit is removed
	}
	got, err := Versions(t.Context(), log)
	if want := "[{8 0001-01-01 00:00:00 +0000 UTC } {6 0001-01-01 00:00:00 +0000 UTC } {5 2024-04-25 00:06:40 +0000 " +
		"UTC } {4 2024-04-24 23:06:40 +0000 UTC MERGE}]"; err != nil || fmt.Sprint(got) != want {
		t.Error(got, err)
	}
	log = fstest.MapFS{name(0, "json"): commit("{}"), name(1, "json"): commit("{}"), name(3, "json"): commit("{}")}
	if got, err = Versions(t.Context(), log); err != nil || len(got) != 2 || got[0].Number != 1 {
		t.Error(got, err)
	}
	if _, err = Versions(t.Context(), fstest.MapFS{}); err == nil {
		t.Error("no log, and no error")
	}
}
