package cpu

import (
	"fmt"

	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
	"cardinal/profiler"
)

// surprise is the error of a run that met another number of groups than expected, for which another plan is faster.
type surprise struct {
	groups int // the new expectation
	event  string
}

func (surprise) Error() string { return "BUG: a run was not planned again" }

// A worker compares its keys with the expectation if it has leastKeys, or fewer keys of leastBytes, and twice as many as
// were expected of all workers. The new expectation is at least grownGroups times the keys of the worker, so that runs
// that are given up take at most a third of the time of the last one.
const leastKeys, leastBytes, surprisingly, grownGroups = 1 << 12, 1 << 20, 2, 4

// limit returns the number of keys at which a worker's table is compared with the expectation.
func (j *job) limit() int {
	return max(min(leastKeys, leastBytes/int(j.groupBytes())), surprisingly*j.Groups)
}

// outgrown returns a surprise if a worker's table has more keys than its limit, and another plan is faster for so many
// groups. If the plan stays, outgrown raises the limit.
func (j *job) outgrown(table *key.HashTable, limit *int) error {
	if j.differs == nil || table.Len() <= *limit {
		return nil
	}
	groups := min(j.Selected, max(j.secondSample(), grownGroups*table.Len()))
	*limit = surprisingly * groups
	if !j.differs(groups) {
		return nil
	}
	return surprise{groups, fmt.Sprintf("more groups than the %s expected", profiler.Count(j.Groups))}
}

// secondSample estimates the number of groups from a larger sample than the first one.
func (j *job) secondSample() int {
	return estimate.Request{Key: j.Key, Selected: j.Select, Rows: j.Selected, Share: 0.01}.Estimate().Groups
}

// checkFew returns a surprise if the second sample of the table has far fewer groups than expected, and another plan is
// faster for so few. This happens if the expectation is from an earlier pivot of a file that has changed since.
// Normally, the first sample confirms the expectation, and no second one is drawn.
func (j *job) checkFew() error {
	if j.differs == nil || j.canIndex() || j.Groups <= leastKeys {
		return nil
	}
	first := estimate.Request{Key: j.Key, Selected: j.Select, Rows: j.Selected, Stakes: estimate.NoStakes}.Estimate()
	if surprisingly*first.Groups > j.Groups {
		return nil
	}
	groups := j.secondSample()
	if surprisingly*groups > j.Groups || !j.differs(groups) {
		return nil
	}
	return surprise{groups, fmt.Sprintf("fewer groups than the %s expected", profiler.Count(j.Groups))}
}

// changes reports whether another strategy, or states of another kind, would be chosen for a number of groups.
func (j *job) changes(groups int) bool {
	t := j.Task
	t.Groups = groups
	lists, _ := j.Plan.Listed(groups)
	return Choose(&t) != j.strategy.Name || lists != float64(j.Plan.Lists())
}

// planAgain chooses a strategy and the states of the accumulators for the groups of a surprise. What the run did so far
// is dropped.
func (j *job) planAgain(s surprise) error {
	before := j.strategy.Name
	j.stage("given up")
	j.Groups = s.groups
	slots := 0
	if j.canIndex() {
		slots = int(j.Key.Slots)
	}
	j.Plan.Expect(s.groups, slots)
	j.strategy = Find(Choose(&j.Task))
	if j.strategy.Name == before {
		j.events = append(j.events, s.event+": values are kept in another way")
	} else {
		j.events = append(j.events, fmt.Sprintf("%s: %s took over from %s", s.event, j.strategy.Name, before))
	}
	j.rewind()
	return j.checkMemory()
}
