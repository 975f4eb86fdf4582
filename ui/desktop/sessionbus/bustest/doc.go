// Package bustest starts a bus of the session for one test.
package bustest
