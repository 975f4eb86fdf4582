// Package contributions takes figures apart by the labels of every other column, and lets DuckDB do the same with GROUP
// BY. It is the command bench explain.
package contributions
