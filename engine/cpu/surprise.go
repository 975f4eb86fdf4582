package cpu

import (
	"fmt"

	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
	"cardinal/profiler"
)

// A surprise is the error of a run that met another number of groups than expected. Another plan is faster for this
// number.
type surprise struct {
	groups int // the new expectation
	event  string
}

func (surprise) Error() string { return "BUG: a run was not planned again" }

// watch says when a worker compares the number of keys in its table with the expected groups: as soon as the table has
// more than `look` keys. `told` of these keys are in the count of all workers.
type watch struct{ expected, look, told int }

// A worker first compares when its table has more than leastKeys keys, or fewer if their groups take leastBytes, and
// more than a quarter of the expected groups. If there are more keys than expected, the new expectation is at least
// grownGroups times the number of keys.
const leastKeys, leastBytes, grownGroups = 1 << 12, 1 << 20, 2

// surprising is the least factor between the old and the new expectation for which a run is planned again.
const surprising = 1.5

func (j *job) watch() watch {
	return watch{expected: j.Groups, look: max(j.leastKeys(), j.Groups/4)}
}

func (j *job) leastKeys() int { return min(leastKeys, leastBytes/int(j.groupBytes())) }

// outgrown returns a surprise if the keys of a table show far more groups than expected, and another plan is faster for
// so many groups. `rows` is the number of rows from which the table got its keys.
func (j *job) outgrown(table *key.HashTable, rows int, w *watch) error {
	keys := table.Len()
	if j.differs == nil || !j.outgrownTogether(keys, w) && keys <= w.look {
		return nil
	}
	least, most := 0, w.expected+w.expected/4
	switch {
	case keys > most:
		least = grownGroups * keys
	case keys <= w.look: // the workers together have too many keys, and may have the same ones
	case 10*rows > 11*keys: // more than one row in eleven repeats an earlier key
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

// outgrownTogether adds the new keys of a worker to the keys that all workers met. It reports true to one worker: to
// the one whose keys make them too many for the expected groups. It counts only if rows are in runs, since workers then
// meet different keys.
func (j *job) outgrownTogether(keys int, w *watch) bool {
	if j.Clustering.RunLength < LongRuns || keys == w.told {
		return false
	}
	fresh, most := int64(keys-w.told), int64(max(j.leastKeys(), j.Groups+j.Groups/4))
	w.told = keys
	met := j.met.Add(fresh)
	return met > most && met-fresh <= most
}

// The second sample has the share secondShare of the rows, but at most secondRows of them.
const secondShare, secondRows = 0.01, 1 << 14

// secondSample estimates the number of groups from a larger sample than the first one.
func (j *job) secondSample() int {
	return estimate.Request{Key: j.Key, Selected: j.Select, Rows: j.Selected,
		Share: min(secondShare, secondRows/float64(j.Selected))}.Estimate().Groups
}

// checkFew returns a surprise if a second sample shows far fewer groups than expected, and another plan is faster for
// so few groups. The expectation may come from an earlier pivot of a file that has changed since. Usually, the first
// sample confirms the expectation, and no second sample is drawn.
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

// changes reports whether the plan would be another for a number of groups: another strategy, or accumulators with
// another kind of states.
func (j *job) changes(groups int) bool {
	t := j.Task
	t.Groups = groups
	lists, _ := j.Plan.Listed(groups)
	return Choose(&t) != j.strategy.Name || lists != float64(j.Plan.Lists())
}

// planAgain chooses a strategy and the states of the accumulators for the number of groups in a surprise. The results
// so far are dropped.
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
