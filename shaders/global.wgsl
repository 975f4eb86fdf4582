// global: aggregate with global atomics, one or more a row.
//
// Source: SEEDS A10, the global-memory kernel for many groups. Changed from it: a grid-stride loop over quads of rows
// (one row an invocation stops at 16.7 million rows: 65,535 workgroups of 256), and sums that carry into further
// words. One word of all slots stands before the next, so that the words every row touches share cache lines.
//
// Needs: params rows measures.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals.

@group(0) @binding(8) var<storage, read_write> totals: array<atomic<u32>>;

fn plus(word: u32, slot: u32, v: u32) -> u32 {
    return atomicAdd(&totals[word * params.slots + slot], v);
}

fn raise(word: u32, slot: u32, v: u32) {
    atomicMax(&totals[word * params.slots + slot], v);
}

fn take(slot: u32, row: vec3<u32>, ok: u32) {
    if slot < params.slots { measures(slot, row, ok); }
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    let quads = (params.rows + 3u) / 4u;
    for (var i = id.x; i < quads; i += step) {
        let q = load(i);
        take(q.slots.x, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
        take(q.slots.y, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
        take(q.slots.z, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
        take(q.slots.w, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
    }
}
