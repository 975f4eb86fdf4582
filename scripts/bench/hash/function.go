package hash

import "cardinal/bench/ours"

// Function hashes a key to 64 bits.
type Function struct {
	Name string
	Hash func(uint64) uint64
	High bool // the high bits of the hash give the slot; false: the low bits
}

// Functions are the functions to compare. FNV-1a is usually used with the low bits; here it is also measured with the
// high bits. Cardinal's table of keys uses Murmur3's finaliser with the high bits, and leaves out its last shift, which
// changes only low bits.
var Functions = []Function{
	{Name: "FNV-1a of 8 bytes, low bits", Hash: func(k uint64) uint64 { return FNV1a(k, 8) }},
	{Name: "FNV-1a of 8 bytes, high bits", Hash: func(k uint64) uint64 { return FNV1a(k, 8) }, High: true},
	{Name: "FNV-1a of 4 bytes, low bits", Hash: func(k uint64) uint64 { return FNV1a(k, 4) }},
	{Name: "FNV-1a of 4 bytes, high bits", Hash: func(k uint64) uint64 { return FNV1a(k, 4) }, High: true},
	{Name: finaliser, Hash: ours.Mix, High: true},
}

const finaliser = "Murmur3 finaliser"

// FNV1a returns Fowler, Noll and Vo's hash of the key's lowest bytes, the lowest byte first.
func FNV1a(k uint64, bytes int) uint64 {
	h := uint64(0xcbf29ce484222325)
	for range bytes {
		h = (h ^ k&0xff) * 0x100000001b3
		k >>= 8
	}
	return h
}
