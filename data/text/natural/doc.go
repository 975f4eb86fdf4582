// Package natural compares texts as people do: numbers within them count as numbers. It must not know what the
// texts are.
package natural
