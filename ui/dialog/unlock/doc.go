// Package unlock asks for the password of an encrypted file. It does not keep the password. It must know neither tables
// nor where files are.
package unlock
