import { describe, expect, test } from "bun:test";
import { boardColumns } from "@weir/protocol/manage/board-limits";
import {
  compacted,
  freePlace,
  type Placed,
  resizedTile,
  steppedTile,
  withinGrid,
  withTileAt,
} from "./grid.ts";
import { draw, drawn } from "./test-drawn-grid.ts";

describe("the grid of a board", () => {
  test("closes gaps between rows, and keeps gaps within a row", () => {
    expect(draw(compacted(drawn("....", "aa..", "....", "..bb", "cc..")))).toEqual(["aabb", "cc.."]);
  });

  test("separates tiles that overlap", () => {
    const tiles = [
      { id: "a", place: { x: 0, y: 0, width: 2, height: 2 } },
      { id: "b", place: { x: 1, y: 1, width: 2, height: 1 } },
    ];
    expect(draw(compacted(tiles))).toEqual(["aa.", "aa.", ".bb"]);
  });

  test("swaps a tile with the one below when it is dropped there", () => {
    const tiles = drawn("aa", "aa", "bb", "bb");
    expect(draw(withTileAt(tiles, "a", { x: 0, y: 2, width: 2, height: 2 }))).toEqual([
      "bb",
      "bb",
      "aa",
      "aa",
    ]);
  });

  test("pushes tiles in the way down, together with those below them", () => {
    const tiles = drawn("aabb", "ccdd");
    expect(draw(withTileAt(tiles, "b", { x: 0, y: 0, width: 2, height: 1 }))).toEqual([
      "bbdd",
      "aa..",
      "cc..",
    ]);
  });

  test("moves a tile by arrow keys until something changes", () => {
    const tiles = drawn("aa", "aa", "bb", "bb");
    expect(draw(steppedTile(tiles, "a", "down"))).toEqual(["bb", "bb", "aa", "aa"]);
    expect(draw(steppedTile(tiles, "b", "up"))).toEqual(["bb", "bb", "aa", "aa"]);
    expect(draw(steppedTile(tiles, "b", "right"))).toEqual(["aa.", "aa.", ".bb", ".bb"]);
    expect(steppedTile(tiles, "a", "left")).toEqual(tiles);
    expect(steppedTile(tiles, "b", "down")).toEqual(tiles);
  });

  test("resizes a tile by arrow keys, within the grid", () => {
    const tiles = drawn("aab", "c..");
    expect(draw(resizedTile(tiles, "a", "right"))).toEqual(["aaa", "c.b"]);
    expect(draw(resizedTile(tiles, "a", "down"))).toEqual(["aab", "aa.", "c.."]);
    expect(resizedTile(tiles, "b", "left").find(({ id }) => id === "b")!.place.width).toBe(1);
    const last = [{ id: "a", place: { x: 8, y: 0, width: 4, height: 1 } }];
    expect(resizedTile(last, "a", "right")).toEqual(last);
  });

  test("keeps places within its columns", () => {
    expect(withinGrid({ x: 11, y: -3, width: 4, height: 0 })).toEqual({ x: 8, y: 0, width: 4, height: 1 });
    expect(withinGrid({ x: -1, y: 0, width: 40, height: 2 })).toEqual({ x: 0, y: 0, width: 12, height: 2 });
  });

  test("finds the first free place", () => {
    expect(freePlace(drawn("aaaa.bbbbbbb"), { width: 1, height: 1 })).toMatchObject({ x: 4, y: 0 });
    expect(freePlace(drawn("aaaa.bbbbbbb"), { width: 2, height: 1 })).toMatchObject({ x: 0, y: 1 });
  });

  test("never lets tiles overlap, leave the grid or hang in the air, whatever is moved", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % below;
    };
    let tiles: readonly Placed[] = Array.from({ length: 12 }, (_, nth) => ({
      id: String.fromCharCode(97 + nth),
      place: withinGrid({ x: random(12), y: random(12), width: 1 + random(6), height: 1 + random(4) }),
    }));
    for (let round = 0; round < 500; round++) {
      const { id } = tiles[random(tiles.length)]!;
      const to = { x: random(14) - 1, y: random(14) - 1, width: random(14), height: random(6) };
      tiles = withTileAt(tiles, id, to);
      expect(compacted(tiles)).toEqual(tiles);
      expect(draw(tiles).join("")).not.toContain("!");
      expect(Math.max(...tiles.map(({ place }) => place.x + place.width))).toBeLessThanOrEqual(boardColumns);
    }
  });
});
