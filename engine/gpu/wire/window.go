package wire

import "sync"

// A window is memory that the app and its child share. If the child cannot read the memory of the app, a column goes
// through the two halves of the window in pieces: while the child uploads one piece, the app writes the next into the
// other half. The app sends a frame with the length of each piece, and the child a frame when it has uploaded the
// piece.
//
// Behind the halves is room for a result. A larger result goes through the two halves of this room in pieces, in the
// same way. Without a window, columns and results go through the pipes, several times slower.
const (
	WindowSize  = 2*UploadPiece + ResultRoom // bytes
	UploadPiece = 16 << 20                   // bytes of a half
	ResultRoom  = 64 << 20                   // bytes; larger results come in pieces of half of it
	ResultPiece = ResultRoom / 2             // bytes
	SmallResult = 64 << 10                   // bytes that the pipe holds at once; larger results go through the window
)

// Results returns the part of a window for results.
func Results(window []byte) []byte { return window[2*UploadPiece:] }

// Half returns the half of a window for piece i.
func Half(window []byte, i int) []byte {
	at := i % 2 * UploadPiece
	return window[at : at+UploadPiece]
}

// ResultHalf returns the half of the room for results for piece i.
func ResultHalf(window []byte, i int) []byte {
	at := i % 2 * ResultPiece
	return Results(window)[at : at+ResultPiece]
}

// CopyWide copies with several threads: one thread does not use the whole bandwidth of the memory.
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
