// Package program runs Cardinal's program as one side of a comparison. It must not know what the program is asked.
package program
