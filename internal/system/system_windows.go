package system

import (
	"math/bits"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

var (
	kernel       = windows.NewLazySystemDLL("kernel32.dll")
	counter      = kernel.NewProc("QueryPerformanceCounter")
	frequency    = kernel.NewProc("QueryPerformanceFrequency")
	memoryStatus = kernel.NewProc("GlobalMemoryStatusEx")
	ticksASecond = query(frequency)
)

// query calls a function that fills in one 64-bit number. Neither of the two functions fails since Windows XP.
func query(f *windows.LazyProc) uint64 {
	var n uint64
	_, _, _ = f.Call(uintptr(unsafe.Pointer(&n)))
	return n
}

// Now reads the performance counter. Go's own clock advances in steps of up to 15.6 ms on Windows; thousands of small
// pivots are answered within one step.
func Now() Moment {
	high, low := bits.Mul64(query(counter), uint64(time.Second))
	n, _ := bits.Div64(high%ticksASecond, low, ticksASecond)
	return Moment(n)
}

// memory is MEMORYSTATUSEX.
type memory struct {
	length, load                    uint32
	total, free                     uint64
	totalPage, freePage             uint64
	totalVirtual, freeVirtual, more uint64
}

// FreeMemory returns the bytes that the system can give without swapping, or false if the system does not say. Memory
// beyond the commit limit does not count as free: Windows refuses to allocate it.
func FreeMemory() (int64, bool) {
	var m memory
	m.length = uint32(unsafe.Sizeof(m))
	ok, _, _ := memoryStatus.Call(uintptr(unsafe.Pointer(&m)))
	return int64(min(m.free, m.freePage)), ok != 0
}

// BootID returns a name for the last start of the machine, or "" if the system does not say. Windows counts its starts.
func BootID() string {
	k, err := registry.OpenKey(registry.LOCAL_MACHINE,
		`SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters`, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer k.Close()
	n, _, err := k.GetIntegerValue("BootId")
	if err != nil {
		return ""
	}
	return strconv.FormatUint(n, 10)
}

// FreeDisk returns the number of bytes of a folder's disk that the user may still use.
func FreeDisk(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var n uint64
	err = windows.GetDiskFreeSpaceEx(path, &n, nil, nil)
	return int64(n), err
}
