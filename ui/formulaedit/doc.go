// Package formulaedit has the editors of a formula on Values and of a calculated field.
//
// It must not know the window nor the shelves: Ask and AskField hand what was typed to their caller.
package formulaedit
