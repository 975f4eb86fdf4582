// Package tip shows a text beside what the pointer rests on, and has a button of an icon whose tip says what the button does.
//
// It must not know the widgets that have tips.
package tip
