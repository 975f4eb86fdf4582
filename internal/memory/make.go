package memory

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"cardinal/internal/system"
)

// adviseFrom is the size in bytes from which on arrays ask for huge pages. From lookFrom on, which is the size of a
// huge page, Make asks the system which pages are untouched. These are zero, and Make clears the others. Reading a
// small page to find out would map it twice: at the read and at the first write.
const adviseFrom, lookFrom = 64 << 10, 2 << 20

// Make returns n zeros. It asks the system to back a large array with huge pages: the processor's table of addresses
// (TLB) holds some thousand pages, and an access to another page has to wait. The advice must come before the first
// touch, but make may already have written zeros to small pages.
func Make[T any](n int) []T {
	bytes := uintptr(n) * unsafe.Sizeof(*new(T))
	if bytes < adviseFrom || !system.KnowsUntouched || hasPointers(reflect.TypeFor[T]()) {
		s := make([]T, n)
		advise(s)
		return s
	}
	s := makeDirty[T](n)
	advise(s)
	if bytes < lookFrom {
		clear(s)
	} else {
		clearTouched(Bytes(s))
	}
	return s
}

// clearBytes is the size of the parts of a large array that several cores clear. One core clears some gigabytes a
// second.
const clearBytes = 4 << 20

// clearTouched calls system.ClearTouched for parts of an array, on all cores.
func clearTouched(array []byte) {
	var others sync.WaitGroup
	parts := min(runtime.GOMAXPROCS(0), len(array)/clearBytes)
	for ; parts > 1; parts-- {
		part := array[:len(array)/parts]
		array = array[len(part):]
		others.Go(func() { system.ClearTouched(part) })
	}
	system.ClearTouched(array)
	others.Wait()
}

// dirtyFrom is the number of bytes from which Uninitialized does not clear an array. Clearing a smaller one takes
// less time than starting a goroutine.
const dirtyFrom = 256 << 10

// Uninitialized returns an array that the caller must fill completely. A large one has arbitrary contents, because make
// would write zeros on one core, at some gigabytes a second, while the other cores wait. An entry with pointers is
// zero.
func Uninitialized[T any](n int) []T {
	bytes := uintptr(n) * unsafe.Sizeof(*new(T))
	if bytes == 0 || (bytes < dirtyFrom && !poison) || hasPointers(reflect.TypeFor[T]()) {
		return Make[T](n)
	}
	if bytes < dirtyFrom {
		s := make([]T, n)
		spoil(s)
		return s
	}
	s := makeDirty[T](n)
	advise(s)
	if poison {
		spoil(s)
	}
	return s
}

// makeDirty returns a large array without pointers and with arbitrary contents.
func makeDirty[T any](n int) []T {
	// the only public way to get memory that the runtime does not clear; a block of this size begins at a page
	var block strings.Builder
	block.Grow(n * int(unsafe.Sizeof(*new(T))))
	block.WriteByte(0)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(block.String()))), n)
}

// Bytes returns the memory of an array of numbers.
func Bytes[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(*new(T)))
}

// spoil fills an array with wrong numbers, so that a test fails if its caller does not write every entry.
func spoil[T any](s []T) {
	bytes := Bytes(s)
	for i := range bytes {
		bytes[i] = 0xA5
	}
}

func advise[T any](s []T) {
	if bytes := uintptr(len(s)) * unsafe.Sizeof(*new(T)); bytes >= adviseFrom {
		system.AdviseHugePages(unsafe.Pointer(unsafe.SliceData(s)), bytes)
	}
}

// hasPointers reports whether values of a type may have pointers. Arbitrary contents would mislead the collector there.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasPointers(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if hasPointers(field.Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() > reflect.Complex128 || t.Kind() == reflect.Invalid
}
