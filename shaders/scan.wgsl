// scan: exclusive prefix sums.
//
// Source: reduce, then scan (Sengupta, Harris and Garland 2008), in two dispatches with the same number of
// workgroups. STAGE 0 sums each workgroup's part of the input. STAGE 1 adds up the sums of the parts before its own
// and scans its part, block by block. No workgroup waits for another, since WebGPU does not promise that this works.
//
// With BITS 1, it sums the set bits of the input words. With a SAMPLE above 1, it sums the room that the counts of a
// sample predict. With a TILE above 0, it sums the numbers of tiles of TILE records in the partitions; the input then
// has the beginnings of the partitions.
//
// Needs: prefix.
// Bindings: 0 parameters, 1 words in, 2 sums of the parts, 3 out: one more than the words; the last is the total.

const INVOCATIONS: u32 = 256u;
const STAGE: u32 = 1u;
const BITS: u32 = 0u;
const SAMPLE: u32 = 1u;
const TILE: u32 = 0u;

// A count c of a sample of one row in s represents s*c rows, with a deviation of s*sqrt(c) if rows are independent:
// six deviations are at most s * (c/16 + 144). If rows come in runs, the stretches of 256 rows at both ends are
// uncertain.
const APART: u32 = 144u + 256u;

struct Params {
    words: u32,
    each: u32, // words that a workgroup takes, a multiple of 4 * INVOCATIONS
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;

fn weight(at: u32) -> u32 {
    if at >= params.words { return 0u; }
    if BITS == 1u { return countOneBits(input[at]); }
    if TILE > 0u { return (input[at + 1u] - input[at] + TILE - 1u) / max(TILE, 1u); }
    if SAMPLE > 1u { return SAMPLE * (input[at] + input[at] / 16u + APART); }
    return input[at];
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let begin = group.x * params.each;
    if STAGE == 0u {
        var sum = 0u;
        for (var i = lane; i < params.each; i += INVOCATIONS) { sum += weight(begin + i); }
        let all = before(lane, INVOCATIONS, sum).y;
        if lane == 0u { sums[group.x] = all; }
        return;
    }
    var sum = 0u;
    for (var i = lane; i < group.x; i += INVOCATIONS) { sum += sums[i]; }
    var offset = before(lane, INVOCATIONS, sum).y;
    workgroupBarrier();
    for (var block = 0u; block < params.each; block += 4u * INVOCATIONS) {
        let at = begin + block + 4u * lane;
        let w = vec4<u32>(weight(at), weight(at + 1u), weight(at + 2u), weight(at + 3u));
        let sum = before(lane, INVOCATIONS, w.x + w.y + w.z + w.w);
        var run = offset + sum.x;
        for (var i = 0u; i < 4u; i++) {
            if at + i <= params.words { output[at + i] = run; }
            run += w[i];
        }
        offset += sum.y;
        workgroupBarrier();
    }
    if group.x == groups.x - 1u && lane == 0u { output[params.words] = offset; }
}
