// Package rss measures the resident memory of this process. It must not know what the process does.
package rss
