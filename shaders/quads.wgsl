// quads: four neighbouring codes of a column with one, two or four bytes per code.
//
// A column is declared as an array of quads of four bytes per code, vec4<u32>, and read by quad4 or written by pack4.
// If its codes have two bytes or one, Source declares quads of vec2<u32> or u32 and names the functions for these: a
// quad is one aligned load in any width. A code that is too large is packed as the largest: SKIP stays above every
// slot.
//
// Source: frames of reference in bytes, halves and words, as the app's tables keep them.

fn quad1(q: u32) -> vec4<u32> {
    return (vec4<u32>(q) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(0xFFu);
}

fn quad2(q: vec2<u32>) -> vec4<u32> {
    return vec4<u32>(q.x & 0xFFFFu, q.x >> 16u, q.y & 0xFFFFu, q.y >> 16u);
}

fn quad4(q: vec4<u32>) -> vec4<u32> {
    return q;
}

fn pack1(codes: vec4<u32>) -> u32 {
    let c = min(codes, vec4<u32>(0xFFu)) << vec4<u32>(0u, 8u, 16u, 24u);
    return c.x | c.y | c.z | c.w;
}

fn pack2(codes: vec4<u32>) -> vec2<u32> {
    let c = min(codes, vec4<u32>(0xFFFFu));
    return vec2<u32>(c.x | (c.y << 16u), c.z | (c.w << 16u));
}

fn pack4(codes: vec4<u32>) -> vec4<u32> {
    return codes;
}
