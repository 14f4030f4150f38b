import { expect, test } from "bun:test";
import { compacted, inReadingOrder, type Placed, withinGrid } from "./grid.ts";
import { draw, drawn } from "./test-drawn-grid.ts";
import { movedInOrder, numberOf } from "./tile-order.ts";

test("exchanges tiles that are side by side, whatever their width", () => {
  const tiles = drawn("aabbb", "aabbb", "cc...");
  expect(draw(movedInOrder(tiles, "b", "up"))).toEqual(["bbbaa", "bbbaa", "cc..."]);
  expect(draw(movedInOrder(tiles, "a", "down"))).toEqual(["bbbaa", "bbbaa", "cc..."]);
});

test("moves a tile past the one above or below", () => {
  expect(draw(movedInOrder(drawn("aa", "bb", "bb", "cc"), "b", "up"))).toEqual(["bb", "bb", "aa", "cc"]);
  expect(draw(movedInOrder(drawn("aa", "bb", "bb", "cc"), "b", "down"))).toEqual(["aa", "cc", "bb", "bb"]);
  // A wide tile has no room between two that are side by side, so it passes both.
  const wide = movedInOrder(drawn("aaaaaabbbbbb", "cccccccccccc"), "c", "up");
  expect(draw(wide)).toEqual(["cccccccccccc", "aaaaaabbbbbb"]);
});

test("leaves the first tile first and the last one last", () => {
  const tiles = drawn("aa", "bb");
  expect(movedInOrder(tiles, "a", "up")).toEqual(tiles);
  expect(movedInOrder(tiles, "b", "down")).toEqual(tiles);
  expect(movedInOrder(tiles, "nothing", "up")).toEqual(tiles);
});

test("passes the neighbour on every board, without overlaps or gaps", () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return (seed >> 8) % below;
  };
  for (let round = 0; round < 300; round++) {
    const tiles = compacted(
      Array.from(
        { length: 2 + random(8) },
        (_, nth): Placed => ({
          id: String.fromCharCode(97 + nth),
          place: withinGrid({ x: random(12), y: random(9), width: 1 + random(12), height: 1 + random(4) }),
        }),
      ),
    );
    const order = inReadingOrder(tiles);
    const nth = random(order.length);
    const direction = random(2) === 0 ? "up" : "down";
    const neighbour = order[direction === "up" ? nth - 1 : nth + 1];
    const { id } = order[nth]!;
    const moved = movedInOrder(tiles, id, direction);
    expect(compacted(moved)).toEqual(moved);
    expect(draw(moved).join("")).not.toContain("!");
    if (neighbour === undefined) expect(moved).toEqual(tiles);
    else {
      const isAfter = numberOf(moved, id) > numberOf(moved, neighbour.id);
      expect([draw(tiles), id, direction, isAfter]).toEqual([
        draw(tiles),
        id,
        direction,
        direction === "down",
      ]);
    }
  }
});
