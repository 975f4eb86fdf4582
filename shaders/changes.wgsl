// changes: how often neighbouring rows have different slots.
//
// Source: Cieslewicz and Ross (the average run length of equal keys decides how to aggregate). In every SAMPLE-th
// stretch of rows, it counts the pairs of neighbours within a quad, and the pairs whose slots differ.
//
// Needs: quads.
// Bindings: 0 parameters, 1 slots, 2 counts out: pairs, and pairs that differ.

const INVOCATIONS: u32 = 256u;
const SAMPLE: u32 = 16u;
const STRETCH: u32 = 64u; // quads

struct Params {
    rows: u32,
    out: u32, // the first word to write
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> slots: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> pairs: atomic<u32>;
var<workgroup> differ: atomic<u32>;

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    let quads = params.rows / 4u;
    var seen = 0u;
    var changes = 0u;
    for (var n = id.x; n < quads / SAMPLE + STRETCH; n += step) {
        let q = n / STRETCH * (STRETCH * SAMPLE) + n % STRETCH;
        if q >= quads { continue; }
        let s = quad4(slots[q]);
        let changed = s.xyz != s.yzw;
        seen += 3u;
        changes += select(0u, 1u, changed.x) + select(0u, 1u, changed.y) + select(0u, 1u, changed.z);
    }
    atomicAdd(&pairs, seen);
    atomicAdd(&differ, changes);
    workgroupBarrier();
    if lane == 0u {
        atomicAdd(&counts[params.out], atomicLoad(&pairs));
        atomicAdd(&counts[params.out + 1u], atomicLoad(&differ));
    }
}
