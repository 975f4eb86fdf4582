// Package tip shows a text beside what the pointer rests on. It has a button of an icon, whose tip says what
// the button does, and a label and a list to choose from, whose tips have the whole of a text that is cut.
//
// It must not know what the texts are about.
package tip
