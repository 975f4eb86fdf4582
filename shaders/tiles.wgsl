// tiles: how the kernels of the sort walk records in partitions.
//
// A tile is up to TILE records of one partition. scan has counted the tiles before each partition. So the work is
// divided by tiles, which are equal, and not by partitions, which may be very unequal. A workgroup takes neighbouring
// tiles, four records per invocation at a time.
//
// Needs: params records.
// Bindings: 4 where the partitions begin, 5 the tiles before each.

const TILE: u32 = 1024u; // 4 * INVOCATIONS

@group(0) @binding(4) var<storage, read> starts: array<u32>; // parts + 1
@group(0) @binding(5) var<storage, read> tiles: array<u32>;  // parts + 1

struct Tile {
    part: u32,
    at: u32,
    end: u32,
}

struct Four {
    a: vec4<u32>,
    b: vec4<u32>,
    c: vec4<u32>,
    d: vec4<u32>,
}

// holder returns the partition of a tile.
fn holder(tile: u32) -> u32 {
    var low = 0u;
    var high = params.parts;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if tiles[middle] <= tile { low = middle; } else { high = middle; }
    }
    return low;
}

// tileAt returns a tile, or an empty one beyond the last. part is the partition of the previous tile: tileAt looks
// there first, then in the next partition.
fn tileAt(tile: u32, part: u32) -> Tile {
    if tile >= tiles[params.parts] { return Tile(part, 0u, 0u); }
    var t = Tile(part, 0u, 0u);
    if tiles[t.part + 1u] <= tile { t.part += 1u; }
    if tiles[t.part + 1u] <= tile || tiles[t.part] > tile { t.part = holder(tile); }
    t.at = starts[t.part] + (tile - tiles[t.part]) * TILE;
    t.end = min(t.at + TILE, starts[t.part + 1u]);
    return t;
}

// firstTile returns the first tile of a workgroup; the first tile of the next workgroup follows its last.
fn firstTile(group: u32, groups: u32) -> u32 {
    let all = tiles[params.parts];
    return min(all, group * ((all + groups - 1u) / groups));
}

fn fetch(t: Tile, lane: u32) -> Four {
    let at = t.at + lane;
    return Four(
        record(at, t.end), record(at + INVOCATIONS, t.end), record(at + 2u * INVOCATIONS, t.end), record(at + 3u * INVOCATIONS, t.end),
    );
}
