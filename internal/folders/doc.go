// Package folders lists the places where Cardinal keeps what it remembers, says what lies in each, and empties each.
//
// It must not know what the files hold, nor who asks.
package folders
