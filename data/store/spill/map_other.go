//go:build !linux

package spill

import "errors"

// Possible says whether the system can map temporary files.
const Possible = false

var errSystem = errors.New("on this system tables are read into memory only")

func mapNew(string, int64) (mapping, error) { return mapping{}, errSystem }

func unmap([]byte) error { return nil }

func discard([]byte) {}

func cool([]byte) {}

func (s *Space) watch() {}
