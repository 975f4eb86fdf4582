// Package ours is Cardinal's engine as one side of a comparison. Of the packages of bench, it alone knows the
// engine's API.
package ours
