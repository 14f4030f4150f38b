import type { BoardDefinition } from "@weir/protocol/manage/board-forms";

/** Reads a definition as it is stored. Those of earlier versions lack some fields, which get their defaults. */
export function storedDefinition(json: string): BoardDefinition {
  const stored = JSON.parse(json) as BoardDefinition;
  const { variable, tiles } = stored;
  return {
    ...stored,
    variable: variable === null ? null : { ...variable, within: variable.within ?? null },
    tiles: tiles.map((tile) =>
      tile.kind === "table"
        ? { ...tile, settings: { ...tile.settings, attributes: tile.settings.attributes ?? [] } }
        : tile,
    ),
  };
}
