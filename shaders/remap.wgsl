// remap: slots to their ranks among the slots that rows have.
//
// The rank of a slot is the number of bits before it: a prefix sum over the words of the bitmap, and a count within
// one word. STAGE 0 lists the slots that are present, in order; STAGE 1 maps the rows. With TABLE 1 the slots are
// places in a hash table, and the list has the rows in these places.
//
// Source: rank over a bitmap (Jacobson 1989). A dense mapping table would take 32 times the memory.
//
// Needs: quads.
// Bindings: 0 parameters, 1 bits of the slots, 2 prefix sums of the set bits by word, 3 slots of the rows, 4 ranks of
// the rows out, 5 list out, 6 the table.

const INVOCATIONS: u32 = 256u;
const STAGE: u32 = 0u;
const TABLE: u32 = 0u;
const IN_PLACE: u32 = 0u; // 1: the ranks overwrite the slots

struct Params {
    count: u32, // words of the bitmap, or rows
    slots: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> present: array<u32>;
@group(0) @binding(2) var<storage, read> before: array<u32>;
@group(0) @binding(3) var<storage, read> slots: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> ranks: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> list: array<u32>;
@group(0) @binding(6) var<storage, read> table: array<u32>;

fn rank(slot: u32) -> u32 {
    if slot >= params.slots { return 0xFFFFFFFFu; }
    let word = slot >> 5u;
    return before[word] + countOneBits(present[word] & ((1u << (slot & 31u)) - 1u));
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    if STAGE == 0u {
        for (var word = id.x; word < params.count; word += step) {
            var at = before[word];
            for (var left = present[word]; left != 0u; left &= left - 1u) {
                let slot = 32u * word + firstTrailingBit(left);
                if TABLE == 1u { list[at] = table[slot] - 1u; } else { list[at] = slot; }
                at += 1u;
            }
        }
        return;
    }
    for (var q = id.x; q < (params.count + 3u) / 4u; q += step) {
        var s: vec4<u32>;
        if IN_PLACE == 1u { s = quad4(ranks[q]); } else { s = quad4(slots[q]); }
        ranks[q] = pack4(vec4<u32>(rank(s.x), rank(s.y), rank(s.z), rank(s.w)));
    }
}
