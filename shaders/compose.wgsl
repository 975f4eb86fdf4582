// compose: key columns to slots.
//
// The slot of a row is the sum of code * stride over its key columns. A row that the filter drops gets SKIP, which is
// above every slot, so an aggregate kernel drops it with the comparison that it makes anyway. One dispatch takes four
// key columns (the default limit is eight storage buffers per stage). Further keys need further dispatches, which add
// to the sum so far; only the last of them reads the filter.
//
// Source: composite keys by mixed radix, as in DuckDB's perfect hash aggregate; nothing is ever concatenated.
//
// Needs: quads.
// Bindings: 0 parameters, 1 slots out (in too, when adding), 2 filter bits, 3-6 code columns.

const INVOCATIONS: u32 = 256u;
const SKIP: u32 = 0xFFFFFFFFu;

struct Params {
    rows: u32,
    keys: u32,     // 0 to 4 of the code columns count
    adds: u32,     // 1: an earlier dispatch has left a part of the sum
    filtered: u32, // 1: read the filter bits
    strides: vec4<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> slots: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> selected: array<u32>;
@group(0) @binding(3) var<storage, read> codes0: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> codes1: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> codes2: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> codes3: array<vec4<u32>>;

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    let quads = (params.rows + 3u) / 4u;
    for (var q = id.x; q < quads; q += step) {
        var slot = vec4<u32>();
        if params.adds == 1u { slot = quad4(slots[q]); }
        if params.keys > 0u { slot += quad4(codes0[q]) * params.strides.x; }
        if params.keys > 1u { slot += quad4(codes1[q]) * params.strides.y; }
        if params.keys > 2u { slot += quad4(codes2[q]) * params.strides.z; }
        if params.keys > 3u { slot += quad4(codes3[q]) * params.strides.w; }
        if params.filtered == 1u {
            let bits = vec4<u32>(selected[q >> 3u] >> ((q & 7u) * 4u));
            let kept = (bits & vec4<u32>(1u, 2u, 4u, 8u)) != vec4<u32>();
            slot = select(vec4<u32>(SKIP), slot, kept);
        }
        slots[q] = pack4(slot);
    }
}
