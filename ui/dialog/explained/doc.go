// Package explained shows which labels make a figure of a pivot what it is. It must not know how that is found out.
package explained
