// Package unlock asks for the password of an encrypted file. It keeps no password, and knows neither tables nor where
// files are.
package unlock
