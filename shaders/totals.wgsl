// totals: accumulators in global memory.
//
// One word of all slots stands before the next, so that the words every row touches share cache lines. Those of the request
// before are set to zero beside the work, for the request after: clearing them first would cost it two barriers.
//
// Bindings: 8 totals: the words of all slots, one word after the other.

@group(0) @binding(8) var<storage, read_write> totals: array<atomic<u32>>;

fn wordAt(word: u32, slot: u32) -> u32 {
    return params.base + word * params.slots + slot;
}

// vacate sets the share of one of `step` invocations to zero.
fn vacate(id: u32, step: u32) {
    for (var i = id; i < params.vacated; i += step) { atomicStore(&totals[params.spare + i], 0u); }
}
