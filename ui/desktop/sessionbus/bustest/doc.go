// Package bustest starts a session bus for one test.
package bustest
