import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { Span } from "../../charts/span.ts";
import {
  type BoardDefinition,
  type BoardSpan,
  deviceOfSource,
  type Picked,
  shownDevices,
  sourcesOf,
  spanLengthsMs,
  type TileSource,
} from "../model/board.ts";
import { type BoardCurves, useBoardCurves } from "./use-board-curves.ts";
import { type BoardDevice, type BoardDevices, type Lookup, useBoardDevices } from "./use-board-devices.ts";
import { type BoardSensor, type BoardSensors, useBoardSensors } from "./use-board-sensors.ts";

/** Points of the curves that charts draw, and of sparklines and bars. */
const finePoints = 300;
const coarsePoints = 48;
const tickMinMs = 2000;

/** Everything that tiles show. It is loaded for the whole board, so that tiles share their requests. */
export interface BoardData extends BoardDevices, BoardSensors {
  readonly picked: Picked;
  readonly spanName: BoardSpan;
  readonly span: Span;
  readonly fine: BoardCurves;
  readonly coarse: BoardCurves;
  readonly resolve: (source: TileSource) => SourceLookup;
}

/** What a source stands for. `unpicked`: it belongs to the board's device, and none is picked. */
export type SourceLookup =
  | "unpicked"
  | Lookup<{ readonly device: BoardDevice; readonly sensor: BoardSensor }>;

const Context = createContext<BoardData | null>(null);
export const BoardDataProvider = Context;

export function useBoardData(): BoardData {
  const data = useContext(Context);
  if (data === null) throw new Error("Tiles are shown on a board only.");
  return data;
}

/** Loads what the tiles of a board show. */
export function useLoadedBoard(definition: BoardDefinition, picked: Picked, spanName: BoardSpan): BoardData {
  const span = useSpan(spanName);
  const devices = useBoardDevices(definition, picked);
  const sensors = useBoardSensors(devicesWithSensors(definition, picked, devices));
  const resolve = (source: TileSource): SourceLookup => {
    const uuid = deviceOfSource(source, picked);
    if (uuid === null) return "unpicked";
    const device = devices.deviceOf(uuid);
    if (typeof device === "string") return device;
    const sensor = sensors.sensorOf(uuid, source.sensor);
    return typeof sensor === "string" ? sensor : { device, sensor };
  };
  const { fine: finely, coarse: coarsely } = sensorsWithCurves(definition, resolve);
  const fine = useBoardCurves(finely, span, finePoints);
  const coarse = useBoardCurves(coarsely, span, coarsePoints);
  return { picked, spanName, span, fine, coarse, resolve, ...devices, ...sensors };
}

/** The devices whose sensors are needed: those of sources, and those in tables with columns. */
function devicesWithSensors(
  { tiles }: BoardDefinition,
  picked: Picked,
  { listOf }: BoardDevices,
): readonly string[] {
  const uuids = new Set<string>();
  for (const tile of tiles) {
    for (const source of sourcesOf(tile)) {
      const device = deviceOfSource(source, picked);
      if (device !== null) uuids.add(device);
    }
    if (tile.kind !== "table" || tile.settings.sensors.length === 0) continue;
    const shown = shownDevices(tile.settings.devices, picked);
    if (shown?.kind === "devices") {
      for (const device of shown.devices) uuids.add(device);
    } else if (shown !== null) {
      const list = listOf(shown.kind === "group" ? shown.group : null);
      if (typeof list !== "string") for (const { uuid } of list.items) uuids.add(uuid);
    }
  }
  return [...uuids];
}

function sensorsWithCurves({ tiles }: BoardDefinition, resolve: BoardData["resolve"]) {
  const fine = new Set<string>();
  const coarse = new Set<string>();
  for (const tile of tiles) {
    if (tile.kind !== "value" && tile.kind !== "chart") continue;
    const wanted = tile.kind === "value" || tile.settings.style === "bars" ? coarse : fine;
    for (const source of sourcesOf(tile)) {
      const found = resolve(source);
      if (typeof found !== "string") wanted.add(found.sensor.uuid);
    }
  }
  return { fine, coarse };
}

/** The range up to now, moved as time passes. */
function useSpan(name: BoardSpan): Span {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    setNowMs(Date.now());
    const everyMs = Math.max(tickMinMs, spanLengthsMs[name] / 1000);
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [name]);
  return useMemo(() => ({ fromMs: nowMs - spanLengthsMs[name], toMs: nowMs }), [nowMs, name]);
}
