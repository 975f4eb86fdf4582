package wire

import (
	"encoding/binary"
	"unsafe"
)

// Memory is the address of bytes in a process. The app keeps the bytes in place until the child has answered.
type Memory struct {
	Process int    `json:"process"`
	Address uint64 `json:"address"`
	Bytes   int64  `json:"bytes"`
}

// MemoryOf returns the address of bytes in this process.
func MemoryOf(process int, bytes []byte) *Memory {
	return &Memory{Process: process, Address: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))),
		Bytes: int64(len(bytes))}
}

// Part returns a range of the bytes, or false if the range exceeds them.
func (m Memory) Part(offset, bytes int64) (Memory, bool) {
	if offset < 0 || bytes < 0 || offset > m.Bytes-bytes {
		return Memory{}, false
	}
	return Memory{Process: m.Process, Address: m.Address + uint64(offset), Bytes: bytes}, true
}

// Read fills `to` with the bytes from an offset on. The error says what the system refused.
func (m Memory) Read(to []byte, offset int64) error {
	return readMemory(m.Process, to, m.Address+uint64(offset))
}

// Probe is a known value in the app's memory. The child reads it to test whether it can read the app's memory.
type Probe struct {
	Memory
	Value uint64 `json:"value"`
}

// Readable reports whether this process reads the value of the probe at the probe's address.
func (p *Probe) Readable() bool {
	var got [8]byte
	return p != nil && p.Read(got[:], 0) == nil && binary.NativeEndian.Uint64(got[:]) == p.Value
}
