// Package intern turns texts into small codes while a file is read. It must not know file formats.
package intern
