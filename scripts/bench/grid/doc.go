// Package grid times every strategy of Cardinal's engine over a grid of shapes of data, and the engine's own
// choice among them, and says how often that choice is as good as the best.
package grid
