//go:build windows || darwin

package ui

func settleManager() {}
