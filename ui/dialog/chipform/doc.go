// Package chipform opens the form of a chip: its settings, each with a line of choices.
//
// The package must not know what a setting does. A setting is an item of package menu: its submenu has the choices,
// and a submenu in it has the less usual ones.
package chipform
