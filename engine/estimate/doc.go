// Package estimate foresees the number of groups from a sample of the rows, or knows it where the keys tell.
//
// It must not know tiers: what an estimate means for them is dispatch's business.
package estimate
