import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { CallAnswer } from "../../../api/route-types.ts";
import { useSession } from "../../../app/session.tsx";
import type { SensorLook } from "../../../format/sensor-look.ts";
import type { Span } from "../../charts/span.ts";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import {
  type BoardDefinition,
  type BoardSpan,
  deviceOfSource,
  type Picked,
  type ShownDevices,
  sourcesOf,
  spanLengthsMs,
  type Tile,
  type TileOf,
  type TileSource,
} from "../model/board.ts";
import { type BoardDevice, type BoardSensor, wantedSensors } from "./tile-queries.ts";
import { type BoardCurves, useBoardCurves } from "./use-board-curves.ts";
import { type BoardDevices, type Lookup, useBoardDevices } from "./use-board-devices.ts";
import { type BoardSensors, useBoardSensors } from "./use-board-sensors.ts";

/** Points of the curves that charts draw, and of sparklines and bars. */
export const finePoints = 300;
export const coarsePoints = 48;
const tickMinMs = 2000;

/** What tiles with sensors show, whether the board is one's own or shared by a link. */
export interface TileData {
  /** Whether the board is shown by a link. Its viewers may have no account, so nothing leads to other pages. */
  readonly isShared: boolean;
  /** The UUID of the board; null for a board that is not stored, or shown by a link. */
  readonly board: string | null;
  /** What tiles with a variable show. Nothing on a shared board, which does not say it. */
  readonly picked: Picked;
  /** The tile server for maps; null if there is none. */
  readonly map: CallAnswer<"showSession">["server"]["map"];
  readonly spanName: BoardSpan;
  readonly span: Span;
  readonly fine: BoardCurves;
  readonly coarse: BoardCurves;
  readonly resolve: (source: TileSource) => SourceLookup;
  /** The curves that came with a chart, whose range they have. Null if charts share those of the board. */
  readonly curvesOfChart: ((tile: TileOf<"chart">) => BoardCurves) | null;
}

/** Everything that tiles show. It is loaded for the whole board, so that tiles share their requests. */
export interface BoardData extends TileData, BoardDevices, BoardSensors {
  readonly isShared: false;
}

/** What a source stands for. `unpicked`: it belongs to the board's device, and none is picked. */
export type SourceLookup = "unpicked" | Lookup<ShownSource>;

export interface ShownSource {
  readonly device: Pick<BoardDevice, "uuid" | "name">;
  readonly sensor: Pick<BoardSensor, "uuid" | "slug" | "name" | "type" | "latest">;
  readonly look: SensorLook;
}

const Context = createContext<BoardData | (TileData & { readonly isShared: true }) | null>(null);
export const BoardDataProvider = Context;

export function useTileData(): TileData {
  const data = useContext(Context);
  if (data === null) throw new Error("Tiles are shown on a board only.");
  return data;
}

/** For tiles of people who are signed in. */
export function useBoardData(): BoardData {
  const data = useContext(Context);
  if (data === null || data.isShared) throw new Error("Sign in to do this.");
  return data;
}

/** Loads what the tiles of a board show. */
export function useLoadedBoard(
  { board, definition }: { readonly board: string | null; readonly definition: BoardDefinition },
  picked: Picked,
  spanName: BoardSpan,
): BoardData {
  const span = useSpan(spanName);
  const lookOf = useSensorLooks();
  const devices = useBoardDevices(definition, picked);
  const listed = (shown: ShownDevices) => {
    const list = devices.listOf(shown);
    return typeof list === "string" ? [] : list.items.map(({ uuid }) => uuid);
  };
  const sensors = useBoardSensors(wantedSensors(definition, picked, listed));
  const resolve = (source: TileSource): SourceLookup => {
    const uuid = deviceOfSource(source, picked);
    if (uuid === null) return "unpicked";
    const device = devices.deviceOf(uuid);
    if (typeof device === "string") return device;
    const sensor = sensors.sensorOf(uuid, source.sensor);
    return typeof sensor === "string" ? sensor : { device, sensor, look: lookOf(sensor) };
  };
  const { fine: finely, coarse: coarsely } = sensorsWithCurves(definition, resolve);
  const fine = useBoardCurves(finely, span, finePoints);
  const coarse = useBoardCurves(coarsely, span, coarsePoints);
  const { map } = useSession().server;
  const shown = { board, curvesOfChart: null, map, spanName, span, fine, coarse, resolve };
  return { isShared: false, picked, ...shown, ...devices, ...sensors };
}

function sensorsWithCurves({ tiles }: BoardDefinition, resolve: BoardData["resolve"]) {
  const fine = new Set<string>();
  const coarse = new Set<string>();
  for (const tile of tiles) {
    if (tile.kind !== "value" && tile.kind !== "chart") continue;
    // A chart with a range of its own loads its curves itself.
    if (tile.kind === "chart" && tile.settings.span !== undefined) continue;
    const wanted = isCoarse(tile) ? coarse : fine;
    for (const source of sourcesOf(tile)) {
      const found = resolve(source);
      if (typeof found !== "string") wanted.add(found.sensor.uuid);
    }
  }
  return { fine, coarse };
}

/** Whether a tile draws few points, as sparklines and bars do. */
export function isCoarse(tile: Tile): boolean {
  return tile.kind === "value" || (tile.kind === "chart" && tile.settings.style === "bars");
}

/** The range up to now, moved as time passes. */
export function useSpan(name: BoardSpan): Span {
  return useSpanOrNone(name)!;
}

/** The same for something that may have no range of its own. */
export function useSpanOrNone(name: BoardSpan | undefined): Span | null {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (name === undefined) return;
    setNowMs(Date.now());
    const everyMs = Math.max(tickMinMs, spanLengthsMs[name] / 1000);
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [name]);
  return useMemo(
    () => (name === undefined ? null : { fromMs: nowMs - spanLengthsMs[name], toMs: nowMs }),
    [nowMs, name],
  );
}
