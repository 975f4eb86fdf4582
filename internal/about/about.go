package about

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version is the version of this source: the release that is tagged at its commit, or else the next release. Scripts
// read this line.
const Version = "1.0.0"

// Program returns the name of the program with its version.
func Program() string { return "Cardinal " + Version }

// Commit returns the beginning of the commit's name with its date, or "" if the program was not built in a repository.
// A plus follows if files differed from the commit.
func Commit() string {
	info, _ := debug.ReadBuildInfo()
	return commit(info)
}

func commit(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	name := set["vcs.revision"]
	if name == "" {
		return ""
	}
	name = name[:min(12, len(name))]
	if set["vcs.modified"] == "true" {
		name += "+"
	}
	if day, _, found := strings.Cut(set["vcs.time"], "T"); found {
		name += " of " + day
	}
	return name
}

// Line returns the version and the commit in one line.
func Line() string {
	line := Program()
	if c := Commit(); c != "" {
		line += ", commit " + c
	}
	return line + fmt.Sprintf(", %s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Modules lists the modules in the program, each with its version.
func Modules() []string {
	var list []string
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			list = append(list, m.Path+" "+m.Version)
		}
	}
	return list
}
