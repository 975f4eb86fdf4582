// Package intern turns texts into small codes while a file is read. It knows no file format.
package intern
