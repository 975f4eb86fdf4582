// totals: accumulators in global memory.
//
// The first words of all slots come first, then the second words, so that the words that every row touches share cache
// lines. Each request also sets the accumulators of the request before it to zero, so that the next request can use
// them. If the next request cleared them itself, that would cost it two barriers.
//
// Needs: params measures.
// Bindings: 8 totals: the words of all slots, one word after another.

@group(0) @binding(8) var<storage, read_write> totals: array<atomic<u32>>;

fn wordAt(word: u32, slot: u32) -> u32 {
    return params.base + word * params.slots + slot;
}

// vacate sets every step-th of the words to clear to zero, beginning with word id.
fn vacate(id: u32, step: u32) {
    for (var i = id; i < params.vacated; i += step) { atomicStore(&totals[params.spare + i], 0u); }
}

// settle adds a workgroup's value of a slot, one to three words, to its totals.
fn settle(op: u32, word: u32, slot: u32, amount: vec3<u32>) {
    let at = wordAt(word, slot);
    var sum = amount;
    if op == MINIMUM || op == MAXIMUM {
        if sum.x != 0u { atomicMax(&totals[at], sum.x); }
        return;
    }
    var carry = 0u;
    if sum.x != 0u {
        let old = atomicAdd(&totals[at], sum.x);
        carry = select(0u, 1u, old + sum.x < old);
    }
    if op == COUNT { return; }
    sum.y += carry;
    if op == PRODUCT && sum.y < carry { sum.z += 1u; }
    if sum.y != 0u {
        let old = atomicAdd(&totals[at + params.slots], sum.y);
        if op == PRODUCT && old + sum.y < old { sum.z += 1u; }
    }
    if op == PRODUCT && sum.z != 0u { atomicAdd(&totals[at + 2u * params.slots], sum.z); }
}
