// Package tip shows a text beside the object under the pointer. It has a button with an icon, whose tip says what the
// button does. It also has a label and a list of options, whose tips show the whole of a text that is cut.
//
// It must not know what the texts are about.
package tip
