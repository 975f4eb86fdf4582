// Package sessionbus connects to the bus on which the programs of a desktop answer each other (D-Bus).
package sessionbus
