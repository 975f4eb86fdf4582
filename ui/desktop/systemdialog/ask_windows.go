package systemdialog

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	createInstance = windows.NewLazySystemDLL("ole32.dll").NewProc("CoCreateInstance")
	itemOfPath     = windows.NewLazySystemDLL("shell32.dll").NewProc("SHCreateItemFromParsingName")

	classFileOpenDialog = windows.GUID{Data1: 0xDC1C5A9C, Data2: 0xE88A, Data3: 0x4DDE, Data4: [8]byte{0xA5, 0xA1, 0x60,
		0xF8, 0x2A, 0x20, 0xAE, 0xF7}}
	fileOpenDialog = windows.GUID{Data1: 0xD57C7288, Data2: 0xD4AD, Data3: 0x4768, Data4: [8]byte{0xBE, 0x02, 0x9D,
		0x96, 0x95, 0x32, 0xD9, 0x60}}
	shellItem = windows.GUID{Data1: 0x43826D1E, Data2: 0xE718, Data3: 0x42EE, Data4: [8]byte{0xBC, 0x55, 0xA1,
		0xE2, 0x61, 0xC3, 0x7B, 0xFE}}
)

// The positions of the methods that are called in the method tables of IFileOpenDialog, IShellItemArray and IShellItem.
const (
	release      = 2
	show         = 3
	setFileTypes = 4
	setOptions   = 9
	setFolder    = 12
	setTitle     = 17
	getResults   = 27

	arrayCount  = 7
	arrayItem   = 8
	displayName = 5
)

const (
	keepCurrentFolder = 0x8
	pickFolders       = 0x20
	filesOnly         = 0x40 // without control panels and addresses
	severalFiles      = 0x200
	mustExist         = 0x1800

	inProcess = 1          // CLSCTX_INPROC_SERVER
	asPath    = 0x80058000 // SIGDN_FILESYSPATH
	cancelled = 0x800704C7 // HRESULT of ERROR_CANCELLED
)

// object is a COM object.
type object struct {
	methods *[64]uintptr
}

// failure is an HRESULT.
type failure uint32

// Error implements error.
func (f failure) Error() string {
	return fmt.Sprintf("the system's file dialog fails with %#x", uint32(f))
}

//go:uintptrescapes
func (o *object) call(method int, args ...uintptr) error {
	result, _, _ := syscall.SyscallN(o.methods[method], append([]uintptr{uintptr(unsafe.Pointer(o))}, args...)...)
	if int32(result) < 0 {
		return failure(result)
	}
	return nil
}

func (o *object) release() { _ = o.call(release) }

// filter is COMDLG_FILTERSPEC.
type filter struct{ name, patterns *uint16 }

// Available reports whether the system has a dialog that asks for files.
func Available() bool { return true }

// Ask shows the dialog and returns the chosen paths. It returns no path if the person cancels.
func Ask(q Question) ([]string, error) {
	runtime.LockOSThread() // the thread is never unlocked, so that it ends with its goroutine
	defer runtime.UnlockOSThread()
	// 1: it was initialised already
	if err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED); err == nil || err == syscall.Errno(1) {
		defer windows.CoUninitialize()
	}
	var d *object
	result, _, _ := createInstance.Call(uintptr(unsafe.Pointer(&classFileOpenDialog)), 0, inProcess,
		uintptr(unsafe.Pointer(&fileOpenDialog)), uintptr(unsafe.Pointer(&d)))
	if int32(result) < 0 {
		return nil, failure(result)
	}
	defer d.release()
	if err := prepare(d, q); err != nil {
		return nil, err
	}
	if err := d.call(show, q.Window); err == failure(cancelled) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return results(d)
}

// prepare sets up a dialog for a question. If the system does not find the folder, prepare leaves it out.
func prepare(d *object, q Question) error {
	options := uintptr(keepCurrentFolder | filesOnly | mustExist)
	if q.Folders {
		options |= pickFolders
	} else if q.Several {
		options |= severalFiles
	}
	title, err := windows.UTF16PtrFromString(q.Title)
	if err != nil {
		return err
	}
	if err := d.call(setOptions, options); err != nil {
		return err
	}
	if err := d.call(setTitle, uintptr(unsafe.Pointer(title))); err != nil {
		return err
	}
	if len(q.Extensions) > 0 && !q.Folders {
		kinds := []filter{named(q.Kinds, "*"+strings.Join(q.Extensions, ";*")), named(allFiles, "*.*")}
		if err := d.call(setFileTypes, uintptr(len(kinds)), uintptr(unsafe.Pointer(&kinds[0]))); err != nil {
			return err
		}
	}
	if folder, err := windows.UTF16PtrFromString(q.Folder); err == nil && q.Folder != "" {
		var item *object
		result, _, _ := itemOfPath.Call(uintptr(unsafe.Pointer(folder)), 0, uintptr(unsafe.Pointer(&shellItem)),
			uintptr(unsafe.Pointer(&item)))
		if int32(result) >= 0 {
			_ = d.call(setFolder, uintptr(unsafe.Pointer(item)))
			item.release()
		}
	}
	return nil
}

func named(name, patterns string) filter {
	n, _ := windows.UTF16PtrFromString(name) // neither text contains a zero
	p, _ := windows.UTF16PtrFromString(patterns)
	return filter{n, p}
}

// results returns the paths that were chosen in a dialog.
func results(d *object) ([]string, error) {
	var all *object
	if err := d.call(getResults, uintptr(unsafe.Pointer(&all))); err != nil {
		return nil, err
	}
	defer all.release()
	var n uint32
	if err := all.call(arrayCount, uintptr(unsafe.Pointer(&n))); err != nil {
		return nil, err
	}
	var paths []string
	for i := range n {
		path, err := pathOf(all, i)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func pathOf(all *object, i uint32) (string, error) {
	var item *object
	if err := all.call(arrayItem, uintptr(i), uintptr(unsafe.Pointer(&item))); err != nil {
		return "", err
	}
	defer item.release()
	var path *uint16
	if err := item.call(displayName, asPath, uintptr(unsafe.Pointer(&path))); err != nil {
		return "", err
	}
	defer windows.CoTaskMemFree(unsafe.Pointer(path))
	return windows.UTF16PtrToString(path), nil
}
