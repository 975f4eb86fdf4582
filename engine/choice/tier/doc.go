// Package tier describes a tier: hardware that can answer a group-by. A description has the name, the words for
// people, the cost model, and Offer. Offer returns for one group-by the gates of the tier, its expected time, and how
// it runs. Package engine keeps the one list of tiers. Everything else (dispatch, the panel, the commands,
// comparison, calibration) walks that list, so that a further tier is a package and a line.
//
// Package tier must not know which tiers exist.
package tier
