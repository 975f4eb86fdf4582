//go:build !windows && !darwin

package ui

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
)

// Display returns why no window can open, or nil if one can.
func Display() error {
	if os.Getenv("WAYLAND_DISPLAY") != "" && os.Getenv("DISPLAY") == "" {
		return errors.New("the window needs X11, and this Wayland session has none (DISPLAY is not set): install or " +
			"start XWayland")
	}
	name := os.Getenv("DISPLAY")
	if name == "" {
		return errors.New("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
	}
	host, number, ok := strings.Cut(name, ":")
	number, _, _ = strings.Cut(number, ".")
	if !ok || strings.HasPrefix(name, "/") {
		return nil // a form that only the X library knows
	}
	network, address := "unix", "/tmp/.X11-unix/X"+number
	if host != "" && host != "unix" {
		return nil
	}
	c, err := net.Dial(network, address)
	if err != nil {
		c, err = net.Dial(network, "@"+address) // the abstract socket
	}
	if err != nil {
		return fmt.Errorf("no display answers at DISPLAY=%s", name)
	}
	return c.Close()
}
