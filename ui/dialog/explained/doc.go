// Package explained shows which labels make a figure of a pivot what it is. It must not know how they are found.
package explained
