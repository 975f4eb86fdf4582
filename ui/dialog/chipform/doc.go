// Package chipform opens the form of a chip: its settings, each with a line of choices.
//
// The package must not know what a setting does. A setting is an item of package menu. The submenu of the item has the
// usual choices. A further submenu, inside that submenu, has the less usual choices.
package chipform
