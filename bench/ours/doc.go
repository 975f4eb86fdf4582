// Package ours is Cardinal's engine as one side of a comparison. It is the only package here that knows the engine's
// API.
package ours
