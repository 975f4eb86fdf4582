package offload

import "cardinal/engine/cost"

// Stages of a run on the device.
const (
	stageUpload    = "upload"
	stageKernel    = "kernel"
	stageRoundTrip = "round trip"
	stageMerge     = "merge"
)

// model is what the stages of a run on a device of class s.Class take.
var model = cost.Model{
	Stages: []string{stageUpload, stageKernel, stageRoundTrip, stageMerge},
	Parts:  map[string][]string{stageUpload: {"load"}, stageKernel: {"compose", "hash"}, stageRoundTrip: {"plan", "read back"}},
	Once:   []string{"load", stageUpload, "compose", "remap", "hash"},
	Terms:  terms,
}

// largeAnswer is the slots from which on an answer is too much for a pipe.
const largeAnswer = 1 << 13

// partitionKernels are started one after the other where groups are many: count, place, aggregate.
const partitionKernels = 3

// terms of a stage. The numbers of groups and of passes enter here, because time is not linear in them.
func terms(m *cost.Machine, s *cost.Shape, stage string) (t cost.Terms) {
	const ns = 1e-6
	accs := float64(s.Accs + s.Distinct) // a device that kept sets would take as long for one, at least
	slots := max(s.Slots, s.Groups, s.Domain)
	hashed := s.Slots == 0 && s.Domain == 0
	cells := float64(slots) * ns
	switch stage {
	case stageUpload:
		if s.Upload > 0 {
			t[cost.SendMS], t[cost.UploadNs] = float64(s.Columns), float64(s.Upload)*ns
		}
	case stageKernel:
		t = kernel(m, s, slots)
		if hashed && s.Upload > 0 { // what the hashing finds stays on the device with the columns
			t[cost.DeviceKeyNs] = float64(s.Rows) * ns
		}
	case stageRoundTrip:
		t[cost.RoundTripMS] = float64(max(1, s.Chunks))
		if slots > largeAnswer { // memory of both processes, in place of the pipe
			t[cost.RoundTripMS]++
		}
		t[cost.SlotNs] = cells * accs
	case stageMerge:
		t[cost.ReadNs] = cells * (accs + 1)
	}
	return t
}

// kernel is the work of the kernel that ran, or of the cheaper one: in workgroup memory, a part of the slots each time, or
// by partitions.
func kernel(m *cost.Machine, s *cost.Shape, slots int) cost.Terms {
	var workgroup, partition cost.Terms
	limit := s.Limit
	if limit == 0 {
		limit = 1024
	}
	rows := float64(s.Rows) * 1e-6 * float64(s.Accs+s.Distinct)
	passes := (slots + limit - 1) / limit
	workgroup[cost.LaunchMS], workgroup[cost.WorkgroupNs] = 1, rows*float64(max(1, passes))
	partition[cost.LaunchMS], partition[cost.GlobalNs] = partitionKernels, rows
	v := m.Values(s.Class)
	switch few := s.Kernel == "private" || s.Kernel == "workgroup"; {
	case few, s.Kernel == "" && workgroup.Dot(&v) <= partition.Dot(&v):
		return workgroup
	}
	return partition
}
