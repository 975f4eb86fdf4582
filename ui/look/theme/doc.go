// Package theme is the look of Cardinal: colours, sizes and the icons of types, in light and dark.
//
// It extends Fyne's default theme. It must not know what is shown.
package theme
