import { expect, test } from "bun:test";
import { boardColumns } from "@weir/protocol/manage/board-limits";
import { kindWords } from "../tiles/tile-title.ts";
import type { Tile, TileKind } from "./board.ts";
import { type TileDraft, withNewTile } from "./new-tile.ts";

const kinds = Object.keys(kindWords) as readonly TileKind[];

test("new tiles of any kinds fill whole rows together, without gaps between them", () => {
  for (const first of kinds) {
    for (const second of kinds) {
      let tiles: readonly Tile[] = [];
      // Eight of each are enough for whole rows of both.
      for (const kind of [...Array(8).fill(first), ...Array(8).fill(second)]) {
        tiles = withNewTile(tiles, { kind, title: "", settings: {} } as unknown as TileDraft);
      }
      const bottom = Math.max(...tiles.map(({ place }) => place.y + place.height));
      const area = tiles.reduce((sum, { place }) => sum + place.width * place.height, 0);
      expect([first, second, area]).toEqual([first, second, bottom * boardColumns]);
    }
  }
});
