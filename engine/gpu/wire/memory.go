package wire

import (
	"encoding/binary"
	"runtime"
	"sync"
	"sync/atomic"
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

// Read copies bytes of the process. Several threads take blocks in turn, so that none of them waits for a slow one. The error says what the system refused.
func (m Memory) Read(to []byte) error {
	const block = 256 << 10 // bytes
	blocks := (len(to) + block - 1) / block
	var next atomic.Int64
	var failed atomic.Pointer[error]
	read := func() {
		for i := int(next.Add(1)) - 1; i < blocks && failed.Load() == nil; i = int(next.Add(1)) - 1 {
			begin, end := i*block, min((i+1)*block, len(to))
			if err := readMemory(m.Process, to[begin:end], m.Address+uint64(begin)); err != nil {
				failed.Store(&err)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), blocks) - 1 {
		wg.Go(read)
	}
	read()
	wg.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Probe is bytes of the app that tell a child whether it can read the app's memory.
type Probe struct {
	Memory
	Value uint64 `json:"value"`
}

// Readable reports whether this process reads the value of the probe where the probe says.
func (p *Probe) Readable() bool {
	var got [8]byte
	return p != nil && p.Read(got[:]) == nil && binary.NativeEndian.Uint64(got[:]) == p.Value
}
