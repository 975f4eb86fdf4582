// present: mark the slots that rows have.
//
// Source: the dense mapping in "The GROUP BY problem on GPUs": a sparse key domain is narrowed to the slots that
// occur, so that few groups need few accumulators in any domain. A bit that is already set is only read.
//
// Needs: quads.
// Bindings: 0 parameters, 1 slots, 2 a bit for each slot out.

const INVOCATIONS: u32 = 256u;

struct Params {
    rows: u32,
    slots: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> slots: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> present: array<atomic<u32>>;

fn mark(row: u32, slot: u32) {
    if row >= params.rows || slot >= params.slots { return; }
    let bit = 1u << (slot & 31u);
    if (atomicLoad(&present[slot >> 5u]) & bit) == 0u { atomicOr(&present[slot >> 5u], bit); }
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var q = id.x; q < (params.rows + 3u) / 4u; q += step) {
        let s = quad4(slots[q]);
        mark(4u * q, s.x);
        mark(4u * q + 1u, s.y);
        mark(4u * q + 2u, s.z);
        mark(4u * q + 3u, s.w);
    }
}
