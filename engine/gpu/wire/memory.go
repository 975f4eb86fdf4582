package wire

import (
	"encoding/binary"
	"unsafe"
)

// Memory is where bytes of a process begin. The app keeps the bytes in place until the child has answered.
type Memory struct {
	Process int    `json:"process"`
	Address uint64 `json:"address"`
}

// MemoryOf is where bytes of this process stand.
func MemoryOf(process int, bytes []byte) *Memory {
	return &Memory{Process: process, Address: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(bytes))))}
}

// Read copies bytes from an offset on. The error says what the system refused.
func (m Memory) Read(to []byte, offset int64) error {
	return readMemory(m.Process, to, m.Address+uint64(offset))
}

// Probe is bytes of the app that tell a child whether it can read the app's memory.
type Probe struct {
	Memory
	Value uint64 `json:"value"`
}

// Readable reports whether this process reads the value of the probe where the probe says.
func (p *Probe) Readable() bool {
	var got [8]byte
	return p != nil && p.Read(got[:], 0) == nil && binary.NativeEndian.Uint64(got[:]) == p.Value
}
