// Package sessionbus connects to the bus on which the programs of a desktop talk to each other (D-Bus).
package sessionbus
