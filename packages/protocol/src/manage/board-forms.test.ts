import { expect, test } from "bun:test";
import { board } from "../resources/board.ts";
import { type BoardDefinition, boardDefinition } from "./board-forms.ts";
import {
  boardColumns,
  boardTilesMax,
  chartSourcesMax,
  logEntriesMax,
  tileTextLengthMax,
} from "./board-limits.ts";
import type { BoardTile, TileDevices, TileSource } from "./board-tile-forms.ts";

const device = "6f2c1f3e-8d0b-4e57-9a3f-0c5f6c1f7a10";
const fixed: TileSource = { device, sensor: "temperature" };
const picked: TileSource = { device: null, sensor: "temperature" };
const place = { x: 0, y: 0, width: 4, height: 2 };
const text = (id: string, words = "Hello"): BoardTile => ({
  id,
  title: "",
  place,
  kind: "text",
  settings: { text: words },
});
const table = (devices: TileDevices): BoardTile => ({
  id: "table",
  title: "",
  place,
  kind: "table",
  settings: { devices, sensors: ["temperature"], attributes: [] },
});
const value = (source: TileSource): BoardTile => ({
  id: "value",
  title: "",
  place,
  kind: "value",
  settings: { source },
});

function fieldsRefused(definition: unknown): string[] {
  const parsed = boardDefinition.safeParse(definition);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
}

test("accepts a tile of every kind and completes what was left out", () => {
  const definition = {
    variable: { kind: "device", default: null },
    tiles: [
      value(picked),
      { id: "gauge", place, kind: "gauge", settings: { source: fixed, min: 0, max: 10 } },
      { id: "chart", place, kind: "chart", settings: { sources: [fixed, picked] } },
      { id: "values", place, kind: "values", settings: { sources: [fixed, picked] } },
      { id: "log", place, kind: "log", settings: { of: "readings", sources: [picked] } },
      { id: "past", place, kind: "log", settings: { of: "alarms", max: 5 } },
      table({ kind: "variable" }),
      { id: "alarms", place, kind: "alarms", settings: { severities: ["critical"] } },
      { id: "status", place, kind: "group_status", settings: { devices: { kind: "group", group: "Hall" } } },
      text("note", "First line\nSecond line"),
      { id: "map", place, kind: "map", settings: { devices: { kind: "all" } } },
      { id: "image", place, kind: "image", settings: { image: device } },
    ],
  };
  const read: BoardDefinition = boardDefinition.parse(definition);
  expect(read.span).toBe("24h");
  expect(read.tiles[1]).toMatchObject({ title: "", settings: { min: 0, max: 10 } });
  expect(read.tiles[2]).toMatchObject({ settings: { style: "lines", aggregation: "mean" } });
  expect(read.tiles[4]).toMatchObject({ settings: { of: "readings", max: 20 } });
  expect(board.routes.createBoard.body.parse({ name: "Plant", definition })).toMatchObject({
    owner: "account",
    definition: read,
  });
});

test("an empty definition is a board without tiles", () => {
  expect(boardDefinition.parse({})).toEqual({ variable: null, span: "24h", tiles: [] });
});

test("names the field that is wrong", () => {
  const gauge = { id: "gauge", place, kind: "gauge", settings: { source: fixed, min: 10, max: 10 } };
  expect(fieldsRefused({ tiles: [gauge] })).toEqual(["tiles.0.settings.max"]);
  const wide = { ...text("wide"), place: { ...place, x: boardColumns - 3 } };
  expect(fieldsRefused({ tiles: [text("a"), wide] })).toEqual(["tiles.1.place.width"]);
  expect(fieldsRefused({ tiles: [text("a"), text("a")] })).toEqual(["tiles.1.id"]);
  expect(fieldsRefused({ tiles: [{ ...text("a"), kind: "clock" }] })).toEqual(["tiles.0.kind"]);
  expect(fieldsRefused({ tiles: [text("a", "bell\u0007")] })).toEqual(["tiles.0.settings.text"]);
  expect(fieldsRefused({ span: "2h" })).toEqual(["span"]);
});

test("a tile can show values in its own way, within limits", () => {
  const shown = (settings: object) => ({
    id: "v",
    place,
    kind: "value",
    settings: { source: fixed, ...settings },
  });
  const states = [
    { value: 0, name: "Closed" },
    { value: 1, name: "Open" },
  ];
  const thresholds = [{ from: 5, status: "critical" as const }, -3];
  const own = { unit: "", decimals: 0, max: 10, thresholds, states };
  expect(boardDefinition.parse({ tiles: [shown(own)] }).tiles[0]!.settings).toEqual({
    source: fixed,
    ...own,
  });
  const refused = (settings: object) => fieldsRefused({ tiles: [shown(settings)] });
  expect(refused({ min: 1, max: 1 })).toEqual(["tiles.0.settings.max"]);
  expect(refused({ thresholds: Array(6).fill(1) })).toEqual(["tiles.0.settings.thresholds"]);
  expect(refused({ thresholds: [{ from: 1, status: "red" }] })).toEqual(["tiles.0.settings.thresholds.0"]);
  expect(refused({ states: [...states, { value: 1, name: "Ajar" }] })).toEqual([
    "tiles.0.settings.states.2.value",
  ]);
  const chart = { id: "c", place, kind: "chart", settings: { sources: [fixed], min: 3, max: 2 } };
  expect(fieldsRefused({ tiles: [chart] })).toEqual(["tiles.0.settings.max"]);
});

test("a tile uses the variable only if the board has one that fits", () => {
  expect(fieldsRefused({ tiles: [value(picked)] })).toEqual(["tiles.0.settings.source.device"]);
  expect(fieldsRefused({ tiles: [table({ kind: "variable" })] })).toEqual(["tiles.0.settings.devices"]);
  const variable = { kind: "group", default: "Hall" };
  expect(fieldsRefused({ variable, tiles: [table({ kind: "variable" })] })).toEqual([]);
  for (const shown of [
    { kind: "chart", settings: { sources: [fixed, picked] } },
    { kind: "values", settings: { sources: [fixed, picked] } },
    { kind: "log", settings: { of: "readings", sources: [fixed, picked] } },
  ]) {
    const tiles = [{ id: "several", place, ...shown }];
    expect(fieldsRefused({ variable, tiles })).toEqual(["tiles.0.settings.sources.1.device"]);
  }
});

test("a picker for devices can be limited to a group or tag, and one for groups cannot", () => {
  const within = { kind: "tag", name: "cold" };
  expect(fieldsRefused({ variable: { kind: "device", default: null, within } })).toEqual([]);
  expect(fieldsRefused({ variable: { kind: "group", default: null, within } })).toEqual(["variable.within"]);
  const early = boardDefinition.parse({ variable: { kind: "device", default: null } });
  expect(early.variable?.within).toBeNull();
});

test("limits the tiles, sources, text and size of a definition", () => {
  const tiles = Array.from({ length: boardTilesMax + 1 }, (_, index) => text(`t${index}`));
  expect(fieldsRefused({ tiles })).toEqual(["tiles"]);
  expect(fieldsRefused({ tiles: tiles.slice(1) })).toEqual([]);
  const log = { id: "log", place, kind: "log", settings: { of: "alarms", max: logEntriesMax + 1 } };
  expect(fieldsRefused({ tiles: [log] })).toEqual(["tiles.0.settings.max"]);
  const sources = Array.from({ length: chartSourcesMax + 1 }, () => fixed);
  const chart = { id: "chart", place, kind: "chart", settings: { sources } };
  expect(fieldsRefused({ tiles: [chart] })).toEqual(["tiles.0.settings.sources"]);
  expect(fieldsRefused({ tiles: [text("long", "x".repeat(tileTextLengthMax + 1))] })).toEqual([
    "tiles.0.settings.text",
  ]);
  const large = tiles
    .slice(1)
    .map((tile) => ({ ...tile, settings: { text: "x".repeat(tileTextLengthMax) } }));
  expect(fieldsRefused({ tiles: large })).toEqual([""]);
});
