// Package theme is how Cardinal looks: colours, sizes and the type icons, in light and dark.
//
// It extends Fyne's default theme. It must not know what is shown.
package theme
