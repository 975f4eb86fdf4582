// Package rss measures the resident memory of a process. It must not know what the process does.
package rss
