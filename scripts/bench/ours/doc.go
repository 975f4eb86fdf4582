// Package ours runs Cardinal's engine as one side of a comparison. It is the only package of bench that knows the
// engine's API.
package ours
