// global: aggregate with one global atomic a row.
//
// Source: SEEDS A10, the global-memory kernel for many groups. Changed from it: a grid-stride loop (one row an
// invocation stops at 16.7 million rows: 65,535 workgroups of 256), and sums that carry into a second limb. The
// low words of all slots stand before the high words, so that the words every row touches share cache lines.
//
// A minimum is kept as the maximum of the complements, so that zeroed accumulators suit every operation.
//
// Bindings: 0 slots, 1 values, 2 bits of the values that are not null, 3 accumulators out (low words of all slots,
// then high words for a sum), 4 parameters.

const INVOCATIONS: u32 = 256u;
const OP: u32 = 1u; // 0 count, 1 sum, 2 minimum, 3 maximum

struct Params {
    rows: u32,
    slots: u32,
    span: u32,     // of the workgroup kernel; unused here
    copies: u32,   // of the workgroup kernel; unused here
    nullable: u32, // 1: look at the valid bits
}

@group(0) @binding(0) var<storage, read> slots: array<u32>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read> valid: array<u32>;
@group(0) @binding(3) var<storage, read_write> totals: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> params: Params;

fn counts(row: u32) -> bool {
    return params.nullable == 0u || ((valid[row >> 5u] >> (row & 31u)) & 1u) == 1u;
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = id.x; row < params.rows; row += step) {
        let slot = slots[row];
        if slot < params.slots && counts(row) {
            if OP == 0u {
                atomicAdd(&totals[slot], 1u);
            } else if OP == 1u {
                let v = values[row];
                let old = atomicAdd(&totals[slot], v);
                if old + v < old { atomicAdd(&totals[params.slots + slot], 1u); }
            } else if OP == 2u {
                atomicMax(&totals[slot], ~values[row]);
            } else {
                atomicMax(&totals[slot], values[row]);
            }
        }
    }
}
