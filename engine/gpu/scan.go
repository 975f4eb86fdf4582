package gpu

import "cardinal/shaders"

const (
	scanGroups = 256 // workgroups that share a prefix sum
	scanBlock  = 4 * invocations
)

// scan adds the dispatches that put the exclusive prefix sums of so many words, or of their set bits, into sums, which
// has one word more, for the total.
func (c *commands) scan(words, sums span, n int, bits bool) {
	each := ceil(ceil(n, scanGroups), scanBlock) * scanBlock
	groups := uint32(ceil(n, each))
	constants := shaders.Constants{"STAGE": 0, "BITS": 0}
	if bits {
		constants["BITS"] = 1
	}
	params := []uint32{uint32(n), uint32(each)}
	b := bound{1: words, 2: whole(c.d.scanSums), 3: sums}
	if groups > 1 {
		c.dispatch(shaders.Scan, constants, params, groups, 1, b)
	}
	c.dispatch(shaders.Scan, join(constants, shaders.Constants{"STAGE": 1}), params, groups, 1, b)
}
