package hash

// Function hashes a key to 64 bits.
type Function struct {
	Name string
	Hash func(uint64) uint64
	High bool // the slot is taken from the high bits, otherwise from the low ones
}

// Functions are those compared. FNV-1a is commonly used with the low bits; its high bits are shown too. Murmur3's
// finaliser is that of Cardinal's table of keys, which takes the high bits and so leaves out the last shift.
var Functions = []Function{
	{Name: "FNV-1a of 8 bytes, low bits", Hash: func(k uint64) uint64 { return FNV1a(k, 8) }},
	{Name: "FNV-1a of 8 bytes, high bits", Hash: func(k uint64) uint64 { return FNV1a(k, 8) }, High: true},
	{Name: "FNV-1a of 4 bytes, low bits", Hash: func(k uint64) uint64 { return FNV1a(k, 4) }},
	{Name: "FNV-1a of 4 bytes, high bits", Hash: func(k uint64) uint64 { return FNV1a(k, 4) }, High: true},
	{Name: finaliser, Hash: Murmur3, High: true},
}

const finaliser = "Murmur3 finaliser"

// FNV1a is Fowler, Noll and Vo's hash of the key's lowest bytes, the lowest first.
func FNV1a(k uint64, bytes int) uint64 {
	h := uint64(0xcbf29ce484222325)
	for range bytes {
		h = (h ^ k&0xff) * 0x100000001b3
		k >>= 8
	}
	return h
}

// Murmur3 is the finaliser of Appleby's Murmur3 up to its last shift, which only the low bits would need.
func Murmur3(k uint64) uint64 {
	k ^= k >> 33
	k *= 0xff51afd7ed558ccd
	k ^= k >> 33
	return k * 0xc4ceb9fe1a85ec53
}
