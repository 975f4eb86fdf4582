// rows: how the kernels that aggregate read columns.
//
// They read four rows at a time, a quad, by loads of up to 16 bytes. All loads are issued before the first result is
// used. Rows past the end get the slot SKIP. A pass has up to three value columns and three bitmaps of the values that
// are not null; COLUMNS and BITMAPS say how many. One of the columns may be the row numbers, counted from 1, which need
// no memory.
//
// Needs: quads.
// Bindings: 1 slots, 2-4 values, 5-7 valid bits.

const COLUMNS: u32 = 1u;
const BITMAPS: u32 = 0u;
const NUMBERS: u32 = 3u; // the column of row numbers; 3: none

@group(0) @binding(1) var<storage, read> slots: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> values0: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> values1: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> values2: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> valid0: array<u32>;
@group(0) @binding(6) var<storage, read> valid1: array<u32>;
@group(0) @binding(7) var<storage, read> valid2: array<u32>;

struct Quad {
    slots: vec4<u32>,
    a: vec4<u32>,  // of values0
    b: vec4<u32>,  // of values1
    c: vec4<u32>,  // of values2
    ok: vec4<u32>, // bit i: the row has its bit in the i-th bitmap
}

// load reads the q-th quad of the dispatch; past the last it returns rows with the slot SKIP.
fn load(q: u32) -> Quad {
    var quad: Quad;
    let at = params.start + min(q, (params.rows - 1u) / 4u);
    let left = params.rows - min(4u * q, params.rows);
    quad.slots = select(quad4(slots[at]), vec4<u32>(SKIP), vec4<u32>(0u, 1u, 2u, 3u) >= vec4<u32>(left));
    if COLUMNS > 0u && NUMBERS != 0u { quad.a = quad4(values0[at]); }
    if COLUMNS > 1u && NUMBERS != 1u { quad.b = quad4(values1[at]); }
    if COLUMNS > 2u && NUMBERS != 2u { quad.c = quad4(values2[at]); }
    if NUMBERS < 3u {
        let numbers = vec4<u32>(params.number + 4u * q) + vec4<u32>(1u, 2u, 3u, 4u);
        if NUMBERS == 0u { quad.a = numbers; } else if NUMBERS == 1u { quad.b = numbers; } else { quad.c = numbers; }
    }
    let word = at >> 3u;
    let bits = vec4<u32>((at & 7u) * 4u) + vec4<u32>(0u, 1u, 2u, 3u);
    if BITMAPS > 0u { quad.ok = (vec4<u32>(valid0[word]) >> bits) & vec4<u32>(1u); }
    if BITMAPS > 1u { quad.ok |= ((vec4<u32>(valid1[word]) >> bits) & vec4<u32>(1u)) << vec4<u32>(1u); }
    if BITMAPS > 2u { quad.ok |= ((vec4<u32>(valid2[word]) >> bits) & vec4<u32>(1u)) << vec4<u32>(2u); }
    return quad;
}
