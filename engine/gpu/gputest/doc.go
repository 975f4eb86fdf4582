// Package gputest makes random requests and adapters for tests. Nothing else may import it.
package gputest
