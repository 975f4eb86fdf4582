// Package tip shows a text beside the object under the pointer. It has a button with an icon and a tip that describes
// it. It also has a label and a list of options, whose tips show a text that is cut in full.
//
// It must not know what the texts are about.
package tip
