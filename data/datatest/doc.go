// Package datatest writes tables as texts, and makes zip archives, for the tests of readers. Nothing else may
// import it.
package datatest
