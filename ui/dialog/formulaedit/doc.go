// Package formulaedit has the editors of a formula on Values, of the condition of a measure, and of a calculated field.
//
// It must know neither the window nor the shelves: Ask, AskWhere and AskField hand the result to their caller.
package formulaedit
