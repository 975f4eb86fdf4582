package about

import (
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	of := func(settings ...string) *debug.BuildInfo {
		var info debug.BuildInfo
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return &info
	}
	for want, info := range map[string]*debug.BuildInfo{
		"": of("vcs.modified", "true"),
		"0123456789ab of 2026-11-23": of("vcs.revision", "0123456789abcdef", "vcs.time", "2026-11-23T01:02:03Z",
			"vcs.modified", "false"),
		"abc+": of("vcs.revision", "abc", "vcs.modified", "true"),
	} {
		if got := commit(info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if commit(nil) != "" {
		t.Error("a program without a build's record has a commit")
	}
}
