// Package menu builds the menus of fields, chips and cells from the state of the shelves.
//
// A menu is built each time it opens. The package must not know where on the screen a menu opens.
package menu
