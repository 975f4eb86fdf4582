//go:build windows || darwin

package ui

func settleManager() (settled func()) { return func() {} }
