// Package ui is Cardinal's window. It puts the widgets together, tells the session what a person does, and shows what
// the session answers.
//
// The widgets have packages of their own. Package ui/state/session decides, and ui/state/view holds the state.
// Package ui must not import a GPU binding, and must not know how a tier works.
//
// The package has more files than others, since it is the one place where widgets and session meet: a file connects
// one widget.
package ui
