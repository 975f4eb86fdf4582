// direct: add rows to the totals one by one.
//
// Needs: totals.

fn plus(word: u32, slot: u32, v: u32) -> u32 {
    return atomicAdd(&totals[wordAt(word, slot)], v);
}

fn raise(word: u32, slot: u32, v: u32) {
    atomicMax(&totals[wordAt(word, slot)], v);
}
