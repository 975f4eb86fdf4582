// Package assets has the embedded files: the program's icon and a sample table.
//
// The generator in gen makes both, and may make them again at any time. assets must not know the engine or windows.
package assets
