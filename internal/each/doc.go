// Package each makes lists and sums from lists.
package each
