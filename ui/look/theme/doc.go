// Package theme is the look of Cardinal: colours, sizes and the type icons, in light and dark.
//
// It extends Fyne's default theme. It must not know what is shown.
package theme
