// Package grid times every strategy of Cardinal's engine, and the engine's own choice, over a grid of data shapes. It
// reports how often the choice is as good as the best strategy.
package grid
