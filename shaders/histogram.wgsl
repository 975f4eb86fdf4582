// histogram: count the rows of every partition of the slots.
//
// Source: the first pass of a radix partition (Merrill and Grimshaw's radix sort), over slot >> shift. Counters are
// in workgroup memory, in several copies, and are added up once per workgroup. If there are many rows, every
// SAMPLE-th stretch of 256 represents all of them. The partitions then get more room than they will need (scan), and
// a row without room is aggregated at once (scatter).
//
// Needs: params rows.
// Bindings: 0 parameters, 1 slots, 8 counts out, which begin at zero.

const CELLS: u32 = 4096u; // at least parts * copies
const SAMPLE: u32 = 1u;
const STRETCH: u32 = 64u; // quads

@group(0) @binding(8) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> cells: array<atomic<u32>, CELLS>;

fn take(slot: u32, copy: u32) {
    if slot < params.slots { atomicAdd(&cells[(slot >> params.shift) * params.copies + copy], 1u); }
}

fn takeQuad(slots: vec4<u32>, copy: u32) {
    take(slots.x, copy);
    take(slots.y, copy);
    take(slots.z, copy);
    take(slots.w, copy);
}

// sampled returns the n-th quad of the sample.
fn sampled(n: u32) -> u32 {
    if SAMPLE == 1u { return n; }
    return n / STRETCH * (STRETCH * SAMPLE) + n % STRETCH;
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let copy = lane & (params.copies - 1u);
    let step = groups.x * INVOCATIONS;
    let quads = ((params.rows + 3u) / 4u + SAMPLE - 1u) / SAMPLE + select(0u, STRETCH, SAMPLE > 1u);
    for (var q = group.x * INVOCATIONS + lane; q < quads; q += 4u * step) {
        let one = load(sampled(q));
        let two = load(sampled(q + step));
        let three = load(sampled(q + 2u * step));
        let four = load(sampled(q + 3u * step));
        takeQuad(one.slots, copy);
        takeQuad(two.slots, copy);
        takeQuad(three.slots, copy);
        takeQuad(four.slots, copy);
    }
    workgroupBarrier();
    for (var p = lane; p < params.parts; p += INVOCATIONS) {
        var n = 0u;
        for (var c = 0u; c < params.copies; c++) { n += atomicLoad(&cells[p * params.copies + c]); }
        if n != 0u { atomicAdd(&counts[p], n); }
    }
}
