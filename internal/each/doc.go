// Package each makes lists from lists.
package each
