// totals: accumulators in global memory, added to directly.
//
// One word of all slots stands before the next, so that the words every row touches share cache lines.
//
// Bindings: 8 totals: the words of all slots, one word after the other.

@group(0) @binding(8) var<storage, read_write> totals: array<atomic<u32>>;

fn plus(word: u32, slot: u32, v: u32) -> u32 {
    return atomicAdd(&totals[word * params.slots + slot], v);
}

fn raise(word: u32, slot: u32, v: u32) {
    atomicMax(&totals[word * params.slots + slot], v);
}
