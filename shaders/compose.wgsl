// compose: key columns to slots.
//
// The slot of a row is the sum of code * stride over its key columns; a row that the filter drops gets SKIP, which
// is above every slot, so an aggregate kernel drops it with the one comparison it makes anyway. Four key columns go
// in one dispatch (the default limit is eight storage buffers a stage); more keys take more dispatches, which add
// to what stands there, and only the last of them looks at the filter.
//
// Source: composite keys by mixed radix, as in DuckDB's perfect hash aggregate; nothing is ever concatenated.
//
// Bindings: 0 slots out (in too, when adding), 1 filter bits, 2-5 code columns, 6 parameters.

const INVOCATIONS: u32 = 256u;
const SKIP: u32 = 0xFFFFFFFFu;

struct Params {
    rows: u32,
    keys: u32,     // 0 to 4 of the code columns count
    adds: u32,     // 1: an earlier dispatch has left a part of the sum
    filtered: u32, // 1: look at the filter bits
    strides: vec4<u32>,
}

@group(0) @binding(0) var<storage, read_write> slots: array<u32>;
@group(0) @binding(1) var<storage, read> selected: array<u32>;
@group(0) @binding(2) var<storage, read> codes0: array<u32>;
@group(0) @binding(3) var<storage, read> codes1: array<u32>;
@group(0) @binding(4) var<storage, read> codes2: array<u32>;
@group(0) @binding(5) var<storage, read> codes3: array<u32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = id.x; row < params.rows; row += step) {
        var slot = 0u;
        if params.adds == 1u { slot = slots[row]; }
        if params.keys > 0u { slot += codes0[row] * params.strides.x; }
        if params.keys > 1u { slot += codes1[row] * params.strides.y; }
        if params.keys > 2u { slot += codes2[row] * params.strides.z; }
        if params.keys > 3u { slot += codes3[row] * params.strides.w; }
        if params.filtered == 1u && ((selected[row >> 5u] >> (row & 31u)) & 1u) == 0u { slot = SKIP; }
        slots[row] = slot;
    }
}
