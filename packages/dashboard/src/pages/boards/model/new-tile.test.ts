import { expect, test } from "bun:test";
import { boardColumns } from "@weir/protocol/manage/board-limits";
import { kindWords } from "../tiles/tile-title.ts";
import type { TileKind } from "./board.ts";
import { usualSize } from "./new-tile.ts";

const kinds = Object.keys(kindWords) as readonly TileKind[];

test("new tiles fit together: the larger one of any two is as large as several of the smaller ones", () => {
  const isMultiple = (one: number, other: number) => Math.max(one, other) % Math.min(one, other) === 0;
  for (const first of kinds) {
    for (const second of kinds) {
      const [one, other] = [usualSize(first), usualSize(second)];
      const fits = [isMultiple(one.width, other.width), isMultiple(one.height, other.height)];
      expect([first, second, ...fits]).toEqual([first, second, true, true]);
    }
    expect([first, boardColumns % usualSize(first).width]).toEqual([first, 0]);
  }
});
