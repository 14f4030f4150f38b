import type { ControlReader } from "../control/control-store.ts";
import { findReadableSensors, type ReadableSensor } from "../control/sensors/sensor-ids.ts";
import type { ReadingOrder, ReadingQueries, StoredReading } from "../store/reading-queries.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import type { AskProcessor } from "./record-access.ts";

/** All of them, or the refusal that names the first that is unknown. */
export async function requireSensors(
  control: ControlReader,
  uuids: readonly string[],
): Promise<Result<ReadableSensor[]>> {
  const found = await findReadableSensors(control, uuids);
  const known = new Set(found.map(({ uuid }) => uuid));
  const missing = uuids.find((uuid) => !known.has(uuid.toLowerCase()));
  return missing === undefined
    ? succeed(found)
    : refuse("unknown_sensor", `There is no sensor "${missing}" in the account.`);
}

/** Where a reading is in a list of several sensors: by time, then sensor, then value. */
export interface ListKey {
  readonly atUs: number;
  readonly sensorId: number;
  readonly value: number;
}

export interface ReadingListRequest {
  readonly fromUs: number;
  readonly toUs: number;
  readonly order: ReadingOrder;
  readonly limit: number;
  /** The last reading of the page before. */
  readonly after: ListKey | null;
}

export interface ListedReading {
  readonly sensor: ReadableSensor;
  readonly reading: StoredReading;
}

/** A page of readings of some sensors, and whether there are more. */
export function listReadings(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
  request: ReadingListRequest,
): { readonly items: ListedReading[]; readonly hasMore: boolean } {
  const lists = [...sensors]
    .sort((left, right) => (request.order === "asc" ? left.id - right.id : right.id - left.id))
    .map((sensor) => listOf(queries, sensor, request));
  const items: ListedReading[] = [];
  let heads = lists.filter((list) => !list.head.done);
  while (heads.length > 0) {
    // Of several at the same time the first sensor comes first, so only an earlier one takes its place.
    const next = heads.reduce((first, list) => (comesBefore(list, first, request.order) ? list : first));
    if (items.length === request.limit) return { items, hasMore: true };
    items.push({ sensor: next.sensor, reading: next.head.value });
    next.head = next.readings.next();
    if (next.head.done) heads = heads.filter((list) => list !== next);
  }
  return { items, hasMore: false };
}

interface SensorList {
  readonly sensor: ReadableSensor;
  readonly readings: Iterator<StoredReading>;
  head: IteratorResult<StoredReading>;
}

function comesBefore(left: SensorList, right: SensorList, order: ReadingOrder): boolean {
  const [one, other]: [number, number] = [left.head.value.atUs, right.head.value.atUs];
  return order === "asc" ? one < other : one > other;
}

function listOf(queries: ReadingQueries, sensor: ReadableSensor, request: ReadingListRequest): SensorList {
  const { fromUs, toUs, order, limit, after } = request;
  const range = { sensorId: sensor.id, fromUs, toUs, order, limit: limit + 1 };
  const readings = queries.readings(
    after === null ? range : { ...range, after: keyFor(sensor, after, order) },
  );
  return { sensor, readings, head: readings.next() };
}

/** At the time at which the page before ended, sensors before its last one are through, and those after it are not. */
function keyFor(
  { id }: ReadableSensor,
  after: ListKey,
  order: ReadingOrder,
): { atUs: number; value: number } {
  const { atUs, sensorId, value } = after;
  if (id === sensorId) return { atUs, value };
  const isThrough = id < sensorId === (order === "asc");
  const isUpperEnd = isThrough === (order === "asc");
  return { atUs, value: isUpperEnd ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
}

/** Sensors looked up at a time; then whoever waits gets a turn. */
const latestPerTurn = 1000;

export async function latestReadings(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
): Promise<{ readonly sensor: string; readonly reading: StoredReading | null }[]> {
  const latest: { sensor: string; reading: StoredReading | null }[] = [];
  for (let start = 0; start < sensors.length; start += latestPerTurn) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    const some = sensors.slice(start, start + latestPerTurn);
    const found = await queries.latestOf(some.map(({ id }) => id));
    latest.push(...some.map(({ id, uuid }) => ({ sensor: uuid, reading: found.get(id) ?? null })));
  }
  return latest;
}

/** No request is held longer than this; what is left is for the next. */
const deletingMs = 10_000;

export interface DeletedReadings {
  readonly deleted: number;
  readonly complete: boolean;
}

/** The processor, which alone writes readings, deletes a portion between two batches. */
export async function deleteReadings(
  ask: AskProcessor,
  range: { readonly sensorId: number; readonly fromUs: number; readonly toUs: number },
  nowMs: () => number,
): Promise<DeletedReadings> {
  const endMs = nowMs() + deletingMs;
  let deleted = 0;
  for (;;) {
    const portion = await ask({ kind: "delete readings", ...range });
    deleted += portion.deleted;
    if (portion.complete || nowMs() >= endMs) return { deleted, complete: portion.complete };
  }
}
