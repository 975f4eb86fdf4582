package wire

import "sync"

// A window is memory that the app and its child share. If the child cannot read the memory of the app, a column is sent
// in pieces through the two halves of the window. While the child uploads one piece, the app writes the next piece into
// the other half. The app sends a frame with the length of each piece, and the child answers with a frame when it has
// uploaded the piece.
//
// After the two halves, the window has room for a result. A result that is larger than this room is sent in pieces
// through the two halves of the room, in the same way. Without a window, columns and results are sent through the
// pipes, which is several times slower.
const (
	WindowSize  = 2*UploadPiece + ResultRoom // bytes
	UploadPiece = 16 << 20                   // bytes of a half
	ResultRoom  = 64 << 20                   // bytes; larger results come in pieces of ResultPiece
	ResultPiece = ResultRoom / 2             // bytes
	SmallResult = 64 << 10                   // bytes that the pipe holds at once; larger results use the window
)

// Results returns the room for results in a window.
func Results(window []byte) []byte { return window[2*UploadPiece:] }

// Half returns the half of a window through which piece i of a column is sent.
func Half(window []byte, i int) []byte {
	at := i % 2 * UploadPiece
	return window[at : at+UploadPiece]
}

// ResultHalf returns the half of the room for results through which piece i of a result is sent.
func ResultHalf(window []byte, i int) []byte {
	at := i % 2 * ResultPiece
	return Results(window)[at : at+ResultPiece]
}

// CopyWide copies with several threads, since one thread cannot use the whole bandwidth of the memory.
func CopyWide(to, from []byte) {
	const block = 1 << 20
	var wg sync.WaitGroup
	for at := block; at < len(from); at += block {
		end := min(at+block, len(from))
		wg.Go(func() { copy(to[at:end], from[at:end]) })
	}
	copy(to, from[:min(block, len(from))])
	wg.Wait()
}
