import { boardDefinition } from "@weir/protocol/manage/board-forms";
import { sensorName } from "../load/load.ts";
import type { Weir } from "./weir.ts";
import type { WeirKey } from "./weir-key.ts";

export const boardDevices = 25;
export const sensorsPerBoardDevice = 4;
/** Tiles of the board: all sensors once. */
export const boardCharts = 10;
const linesPerChart = 9;
export const boardLines = boardCharts * linesPerChart;
export const boardValues = 8;
const boardGauges = 2;

/** Creates a board with 20 tiles that show all 100 sensors over the last year. Returns its UUID. */
export async function makeBoard({ port }: Pick<Weir, "port">, { path, key }: WeirKey): Promise<string> {
  const api = `http://127.0.0.1:${port}${path}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const listed = await fetch(`${api}/devices?limit=${boardDevices}`, { headers });
  const { items } = (await listed.json()) as { items: { uuid: string }[] };
  const sources = items.flatMap(({ uuid }) =>
    Array.from({ length: sensorsPerBoardDevice }, (_, nth) => ({ device: uuid, sensor: sensorName(nth) })),
  );
  const body = JSON.stringify({ name: "Benchmark", definition: definitionOf(sources) });
  const created = await fetch(`${api}/boards`, { method: "POST", headers, body });
  if (!created.ok) throw new Error(`The board was refused: ${await created.text()}`);
  return ((await created.json()) as { uuid: string }).uuid;
}

function definitionOf(sources: readonly { readonly device: string; readonly sensor: string }[]) {
  const place = (nth: number) => ({ x: (nth % 3) * 4, y: Math.floor(nth / 3) * 4, width: 4, height: 4 });
  const left = [...sources];
  const take = (count: number) => left.splice(0, count);
  const kinds = [
    ...Array.from({ length: boardCharts }, () => ({
      kind: "chart",
      settings: { sources: take(linesPerChart) },
    })),
    ...Array.from({ length: boardValues }, () => ({ kind: "value", settings: { source: take(1)[0] } })),
    ...Array.from({ length: boardGauges }, () => ({
      kind: "gauge",
      settings: { source: take(1)[0], min: -20, max: 40 },
    })),
  ];
  return boardDefinition.parse({
    span: "365d",
    tiles: kinds.map((tile, nth) => ({
      ...tile,
      id: `tile-${nth}`,
      title: `Tile ${nth}`,
      place: place(nth),
    })),
  });
}
