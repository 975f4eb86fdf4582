// Package ui is Cardinal's window: it puts the widgets together and carries what a person does with them to the
// session, and what the session says back to them.
//
// The widgets are in packages of their own, the decisions in ui/session, the state in ui/view. ui must not import
// a GPU binding nor know the insides of tiers.
package ui
