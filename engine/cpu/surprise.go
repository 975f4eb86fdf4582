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

// watch compares the keys of a worker's table with the expected groups. If the table has at most `look` keys, nothing
// is compared.
type watch struct{ expected, look int }

// A worker looks at its keys for the first time if it has leastKeys, or fewer keys of leastBytes, and a quarter of the
// expected groups. If there are more keys than expected, the new expectation is at least grownGroups times the keys.
const leastKeys, leastBytes, grownGroups = 1 << 12, 1 << 20, 2

// surprising is the least factor between two expectations for which a run is planned again.
const surprising = 1.5

func (j *job) watch() watch {
	return watch{j.Groups, max(min(leastKeys, leastBytes/int(j.groupBytes())), j.Groups/4)}
}

// outgrown returns a surprise if the keys of a table show that there are far more groups than expected, and another
// plan is faster for so many. `rows` is the number of rows of these keys.
func (j *job) outgrown(table *key.HashTable, rows int, w *watch) error {
	keys := table.Len()
	if j.differs == nil || keys <= w.look {
		return nil
	}
	least, most := 0, w.expected+w.expected/4
	switch {
	case keys > most:
		least = grownGroups * keys
	case 10*rows > 11*keys: // as many rows as expected have a key that came before
		w.look = most
		return nil
	}
	groups := min(j.Selected, max(least, j.secondSample()))
	w.expected = max(w.expected, groups)
	w.look = w.expected + w.expected/4
	if float64(groups) < surprising*float64(j.Groups) || !j.differs(groups) {
		return nil
	}
	return surprise{groups, fmt.Sprintf("more groups than the %s expected", profiler.Count(j.Groups))}
}

// The second sample has the share secondShare of the rows, but at most secondRows rows.
const secondShare, secondRows = 0.01, 1 << 14

// secondSample estimates the number of groups from a larger sample than the first one.
func (j *job) secondSample() int {
	return estimate.Request{Key: j.Key, Selected: j.Select, Rows: j.Selected,
		Share: min(secondShare, secondRows/float64(j.Selected))}.Estimate().Groups
}

// checkFew returns a surprise if the second sample of the table has far fewer groups than expected, and another plan is
// faster for so few. This happens if the expectation is from an earlier pivot of a file that has changed since.
// Normally, the first sample confirms the expectation, and no second one is drawn.
func (j *job) checkFew() error {
	if j.differs == nil || j.canIndex() || j.Groups <= leastKeys {
		return nil
	}
	first := estimate.Request{Key: j.Key, Selected: j.Select, Rows: j.Selected, Stakes: estimate.NoStakes}.Estimate()
	if surprising*float64(first.Groups) > float64(j.Groups) {
		return nil
	}
	groups := j.secondSample()
	if surprising*float64(groups) > float64(j.Groups) || !j.differs(groups) {
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
