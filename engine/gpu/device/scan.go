package device

import (
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

const (
	scanGroups = 256 // workgroups that share a prefix sum
	scanBlock  = 4 * plan.Invocations
)

// of is what a prefix sum adds up.
type of shaders.Constants

var setBits = of{"BITS": 1, "SAMPLE": 1}

// room is what counts of one row in so many call for.
func room(sample int) of { return of{"BITS": 0, "SAMPLE": uint32(sample)} }

// tilesOf is the tiles of so many records in partitions, whose beginnings are the words.
func tilesOf(records int) of { return of{"BITS": 0, "SAMPLE": 1, "TILE": uint32(records)} }

// scan adds the dispatches that put the exclusive prefix sums of so many words into sums, which has one word more, for
// the total.
func (c *commands) scan(words, sums span, n int, of of) {
	each := plan.Ceil(plan.Ceil(n, scanGroups), scanBlock) * scanBlock
	groups := uint32(plan.Ceil(n, each))
	constants := join(shaders.Constants(of), shaders.Constants{"STAGE": 0})
	params := []uint32{uint32(n), uint32(each)}
	b := bound{1: words, 2: whole(c.d.scanSums), 3: sums}
	if groups > 1 {
		c.dispatch(shaders.Scan, constants, params, groups, 1, b)
	}
	c.dispatch(shaders.Scan, join(constants, shaders.Constants{"STAGE": 1}), params, groups, 1, b)
}
