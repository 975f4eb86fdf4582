package delta

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"time"
)

// Version describes a version of a table.
type Version struct {
	Number    int64
	Written   time.Time // zero: unknown
	Operation string    // as the program that wrote it calls it, such as MERGE; "": unknown
}

// Versions returns the versions of a table that its log can still tell, the newest first. Their files may be removed.
func Versions(ctx context.Context, table fs.FS) (all []Version, err error) {
	l, err := list(table)
	if err != nil {
		return nil, err
	}
	numbers := maps.Clone(l.commits)
	for v := range l.checkpoints {
		numbers[v] = ""
	}
	last := int64(-1) // the last version that can be read
	for _, v := range slices.Sorted(maps.Keys(numbers)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.checkpoints[v] != nil || v == last+1 {
			all, last = append(all, l.describe(table, v)), v
		}
	}
	slices.Reverse(all)
	return all, nil
}

// describe returns what the commit of a version says about itself. Old commits may be removed.
func (l log) describe(table fs.FS, version int64) Version {
	v := Version{Number: version}
	f, err := table.Open(l.commits[version])
	if err != nil {
		return v
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var a struct{ CommitInfo json.RawMessage }
		if d.Decode(&a) != nil {
			return v
		}
		var info struct {
			Timestamp, InCommitTimestamp *float64
			Operation                    string
		}
		if a.CommitInfo == nil || json.Unmarshal(a.CommitInfo, &info) != nil {
			continue
		}
		if at := cmp.Or(info.InCommitTimestamp, info.Timestamp); at != nil {
			v.Written = time.UnixMilli(int64(*at)).UTC()
		}
		v.Operation = info.Operation
		return v
	}
}
