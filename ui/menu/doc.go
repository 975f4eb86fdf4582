// Package menu makes the menus of fields, chips and cells from what stands on the shelves.
//
// A menu is made anew each time it opens. The package must not know where on the screen a menu opens.
package menu
