// Package tier describes a tier: hardware that can answer a group-by. A description holds the name, the words
// for people, the cost model, and Offer, which says for one group-by what forbids the tier, what the tier would
// take, and how it runs. Engine keeps the one list of tiers. Everything else (dispatch, the panel, the
// commands, comparison, calibration) walks that list, so that a further tier is a package and a line.
//
// Package tier must not know which tiers there are.
package tier
