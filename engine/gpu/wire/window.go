package wire

import "sync"

// A window is memory that the app and its child share. A column goes through its two halves in pieces: while the child
// uploads one, the app fills the other. For each, the app sends a frame with the length of the piece, and the child one
// when it has taken it. Behind the halves is room for a result. Without a window, columns and results go through the
// pipe, several times slower.
const WindowSize = 2*UploadPiece + ResultRoom

// Results of more than smallResult bytes, which the pipe holds at once, stand in the window up to resultRoom.
const (
	SmallResult = 64 << 10
	ResultRoom  = 64 << 20
)

// Results is the part of a window that a result stands in.
func Results(window []byte) []byte { return window[2*UploadPiece:] }

// UploadPiece is also the size of a staging buffer.
const UploadPiece = 8 << 20

// Half is the part of a window that the i-th piece goes through.
func Half(window []byte, i int) []byte {
	at := i % 2 * UploadPiece
	return window[at : at+UploadPiece]
}

// CopyWide copies with a few threads: one alone does not use the memory's bandwidth.
func CopyWide(to, from []byte) {
	const part = 1 << 20
	var wg sync.WaitGroup
	for at := 0; at < len(from); at += part {
		end := min(at+part, len(from))
		if end == len(from) {
			copy(to[at:], from[at:end])
			break
		}
		wg.Go(func() { copy(to[at:end], from[at:end]) })
	}
	wg.Wait()
}
