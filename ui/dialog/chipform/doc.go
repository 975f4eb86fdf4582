// Package chipform opens the form of a chip: its settings, each with a line of choices.
//
// The package must not know what a setting does. A setting is an item of package menu. The submenu of the item has
// the usual choices, and a further submenu in that one has the less usual choices.
package chipform
