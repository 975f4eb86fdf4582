// Package assets is what the program carries with it: its icon and a table to try things on.
//
// Both are made by the generator in gen and may be regenerated at will. assets must not know the engine or windows.
package assets
