// ties: mark the rows that have the least or the greatest code of their slot.
//
// An integer of 64 bits is compared as two words, for which WGSL has atomics. Once the least high word of every slot is
// known, the rows that have it are marked in a bitmap. The least low word of these rows is the low word of the least
// integer. A workgroup collects the bits of its rows in workgroup memory, and writes them as whole words.
//
// Source: selection by radix, from the highest digit; here with two digits of 32 bits, and for each group.
//
// Needs: params quads.
// Bindings: 0 parameters, 1 slots, 2 codes, 5 valid bits, 8 the words of the slots, 9 the bitmap out.

const LEAST: u32 = 1u; // 1: the words are the complements of the least codes
const BITMAPS: u32 = 0u; // 1: only rows whose valid bit is set tie

@group(0) @binding(1) var<storage, read> slots: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> values0: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> valid0: array<u32>;
@group(0) @binding(8) var<storage, read> found: array<u32>;
@group(0) @binding(9) var<storage, read_write> ties: array<u32>;

var<workgroup> bits: array<atomic<u32>, 32>; // one for every 32 rows of 256 quads

// marks returns a bit for each row of a quad: whether the row ties. It reads one column and one bitmap, and so does not
// use rows.wgsl: a device may allow a kernel as few as eight buffers.
fn marks(q: u32) -> u32 {
    let at = params.start + min(q, (params.rows - 1u) / 4u);
    let left = params.rows - min(4u * q, params.rows);
    let all = select(quad4(slots[at]), vec4<u32>(SKIP), vec4<u32>(0u, 1u, 2u, 3u) >= vec4<u32>(left));
    let codes = quad4(values0[at]);
    var ok = vec4<u32>(1u);
    if BITMAPS > 0u {
        let shifts = vec4<u32>((at & 7u) * 4u) + vec4<u32>(0u, 1u, 2u, 3u);
        ok = (vec4<u32>(valid0[at >> 3u]) >> shifts) & vec4<u32>(1u);
    }
    return tie(all.x, codes.x, ok.x) | (tie(all.y, codes.y, ok.y) << 1u) | (tie(all.z, codes.z, ok.z) << 2u)
        | (tie(all.w, codes.w, ok.w) << 3u);
}

fn tie(slot: u32, code: u32, ok: u32) -> u32 {
    if slot >= params.slots { return 0u; }
    if ok == 0u { return 0u; }
    return select(0u, 1u, found[params.base + slot] == select(code, ~code, LEAST == 1u));
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let words = (params.rows + 31u) / 32u;
    for (var first = group.x * 32u; first < words; first += groups.x * 32u) { // the first word of the workgroup
        let four = marks(first * 8u + lane);
        atomicOr(&bits[lane / 8u], four << (4u * (lane % 8u)));
        workgroupBarrier();
        if lane < 32u && first + lane < words {
            ties[params.start / 8u + first + lane] = atomicExchange(&bits[lane], 0u);
        }
        workgroupBarrier();
    }
}
