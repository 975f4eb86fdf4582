// Package cost is the cost model: the constants of a machine, the shape of a group-by, and the time that
// follows from both. A tier says in a Model what each of its stages takes of each constant. Fit finds the
// constants that explain measured runs, and a file keeps them.
//
// Package cost is arithmetic on numbers that it is given. It must not know tables, tiers or devices.
package cost
