// records: how the kernels that take partitioned rows read them.
//
// scatter and refine write records. A record is the slot, with the row's bits of the bitmaps as its top three bits, and
// the row's values. A record packed into one word has the slot within its partition, the bits above it, and the value
// starting at bit SHIFT.
//
// Needs: params.
// Bindings: 1-3 records of 1, 2 or 4 words.

const WIDTH: u32 = 2u; // words of a record: 1, 2 or 4
const SHIFT: u32 = 0u; // first bit of the value in a packed record; 0: records are not packed
const BITMAPS: u32 = 0u;

@group(0) @binding(1) var<storage, read> ones: array<u32>;
@group(0) @binding(2) var<storage, read> twos: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> fours: array<vec4<u32>>;

// record reads the slot, with its bits, and the values; past the end it returns SKIP.
fn record(at: u32, end: u32) -> vec4<u32> {
    var r = vec4<u32>(SKIP, 0u, 0u, 0u);
    if at < end {
        if WIDTH == 1u {
            r.x = ones[at];
        } else if WIDTH == 2u {
            let two = twos[at];
            r.x = two.x;
            r.y = two.y;
        } else {
            r = fours[at];
        }
    }
    return r;
}

// slotIn returns the slot of a record within its partition.
fn slotIn(r: vec4<u32>) -> u32 { return r.x & ((1u << params.shift) - 1u); }

// okOf returns the bits of a record.
fn okOf(tag: u32) -> u32 {
    if SHIFT > 0u { return (tag >> params.shift) & ((1u << BITMAPS) - 1u); }
    return tag >> 29u;
}

// rowOf returns the values of a record.
fn rowOf(r: vec4<u32>) -> vec3<u32> {
    if SHIFT > 0u { return vec3<u32>(r.x >> SHIFT, 0u, 0u); }
    return r.yzw;
}
