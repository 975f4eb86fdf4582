package gputest

import "cardinal/engine/gpu"

// Adapters for tests of plans, which need no device: a card, an integrated GPU with the least limits, and a software
// driver.
var (
	Card = gpu.Adapter{Class: gpu.Discrete, WorkgroupBytes: 48 << 10, MaxInvocations: 1024, StorageBuffers: 16,
		MaxBindingBytes: 2 << 30, MaxBufferBytes: 1 << 40}
	Weak = gpu.Adapter{Class: gpu.Integrated, WorkgroupBytes: 16 << 10, MaxInvocations: 256, StorageBuffers: 8,
		MaxBindingBytes: 128 << 20, MaxBufferBytes: 256 << 20}
	Software = gpu.Adapter{Class: gpu.Software, WorkgroupBytes: 32 << 10, MaxInvocations: 1024, StorageBuffers: 16,
		MaxBindingBytes: 128 << 20, MaxBufferBytes: 2 << 30}
)
