// Package radix sorts integers by their digits. It must not know what the integers stand for.
package radix
