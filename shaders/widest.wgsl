// widest: the bits that any value of a column has.
//
// The or of all values: its length is the width of the widest value. A narrow column can share a word with a slot.
//
// Source: the bit widths of frame-of-reference encodings (Parquet, Arrow), found on the device in one walk.
//
// Bindings: 0 parameters, 1 values, 2 the or out.

const INVOCATIONS: u32 = 256u;

struct Params {
    rows: u32,
    out: u32, // the word to write
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> widest: array<atomic<u32>>;

var<workgroup> any: atomic<u32>;

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    let quads = (params.rows + 3u) / 4u;
    var seen = vec4<u32>();
    for (var q = id.x; q < quads; q += 2u * step) {
        let one = values[q];
        let two = values[min(q + step, quads - 1u)];
        seen |= one | two; // values past the last row are zero
    }
    atomicOr(&any, seen.x | seen.y | seen.z | seen.w);
    workgroupBarrier();
    if lane == 0u { atomicOr(&widest[params.out], atomicLoad(&any)); }
}
