// Package contributions explains figures by the labels of every other column, and lets DuckDB do the same with GROUP
// BY. It is the command bench explain.
package contributions
