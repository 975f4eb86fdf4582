// Package cost is the cost model: the constants of a machine, the shape of a group-by, and the time that follows from
// both. A tier describes in a Model how many units of each constant a stage takes. Fit finds the constants that
// explain measured runs, and a file keeps them.
//
// Package cost is arithmetic on given numbers. It must not know tables, tiers or devices.
package cost
