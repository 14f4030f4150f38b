import type { BoardSpan } from "@weir/protocol/closed-sets";
import type { TileSource } from "@weir/protocol/manage/board-tile-forms";
import type { AnswerOf } from "@weir/protocol/manage/route";
import type { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { findTimeZone } from "@weir/rule-engine/time-zone";
import { type ShownSensor, sensorsOfDevices } from "../../../control/boards/shown-sensors.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { ReadingQueries, StoredReading } from "../../../store/readings/reading-queries.ts";
import { latestToJson } from "../../devices/device-json.ts";
import { bucketsToJson } from "../../readings/reading-json.ts";
import { listReadings } from "../../readings/readings.ts";
import { bucketReadings } from "../../readings/readings-buckets.ts";
import type { SharedBoard } from "./shared-board.ts";

type SharedSources = Extract<AnswerOf<(typeof sharedBoardRoutes)["showSharedTile"]>, { kind: "sources" }>;

const hourMs = 3_600_000;
const spanMs: Record<BoardSpan, number> = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
  "365d": 365 * 24 * hourMs,
};
const timeZone = "UTC";

/** What a tile shows of its sensors besides their latest values. */
interface WantedReadings {
  /** The most buckets of a curve. */
  readonly points?: number;
  /** The range of the curve, if it is not that of the board. */
  readonly span?: BoardSpan | undefined;
  /** How many of the newest readings. */
  readonly newest?: number;
}

/** Reads what a tile shows of the sensors that it names. Sensors of other accounts are unknown. */
export async function readSources(
  { control, link, board }: SharedBoard,
  sources: readonly TileSource[],
  { readings, nowMs }: { readonly readings: ReadingQueries; readonly nowMs: number },
  { points, span = board.definition.span, newest }: WantedReadings,
): Promise<SharedSources> {
  const pickedDevice = link.picked?.kind === "device" ? link.picked.name : null;
  const named = sources.map(({ device, sensor }) => ({ device: device ?? pickedDevice, sensor }));
  const uuids = [...new Set(named.flatMap(({ device }) => device ?? []))];
  const known = await sensorsOfDevices(control, link.accountId, { uuids });
  const found = named.map(({ device, sensor }) =>
    known.find((one) => one.device === device && (one.slug === sensor || one.uuid === sensor)),
  );
  const sensors = [...new Map(found.flatMap((one) => (one === undefined ? [] : [[one.id, one]]))).values()];
  const latest = await readings.latestOf(sensors.map(({ id }) => id));
  const range = { fromUs: (nowMs - spanMs[span]) * 1000, toUs: nowMs * 1000 };
  const zone = findTimeZone(timeZone)!;
  const buckets =
    points === undefined
      ? null
      : await bucketReadings(readings, sensors, { ...range, width: { points }, zone });
  return {
    kind: "sources",
    sources: found.map((one) => (one === undefined ? null : sourceToJson(one, latest.get(one.id)))),
    buckets: buckets === null || typeof buckets === "string" ? null : bucketsToJson(buckets, timeZone),
    readings: newest === undefined ? null : await newestOf(readings, sensors, found, newest),
  };
}

/** The newest readings of several sensors together, at any time. */
async function newestOf(
  queries: ReadingQueries,
  sensors: readonly ShownSensor[],
  shown: readonly (ShownSensor | undefined)[],
  limit: number,
) {
  const { items } = await listReadings(queries, sensors, {
    fromUs: Number.MIN_SAFE_INTEGER,
    toUs: Number.MAX_SAFE_INTEGER,
    order: "desc",
    limit,
    after: null,
  });
  return items.map(({ sensor, reading }) => ({
    source: shown.findIndex((one) => one?.id === sensor.id),
    at: formatMicros(reading.atUs),
    value: reading.value,
  }));
}

function sourceToJson(sensor: ShownSensor, reading: StoredReading | undefined) {
  const { uuid, name, deviceName } = sensor;
  return { device: deviceName, sensor: { uuid, name, ...lookOf(sensor) }, latest: latestToJson(reading) };
}

/** How the values of a sensor are shown. */
export function lookOf({ unit, decimals, min, max, states }: ShownSensor) {
  return { unit, decimals, min, max, states: states && [...states] };
}
