import type { SortOrder } from "@weir/protocol/closed-sets";
import type { ControlReader } from "../../control/control.ts";
import { findReadableSensors, type ReadableSensor } from "../../control/sensors/sensor-ids.ts";
import type { ReadingQueries, StoredReading } from "../../store/reading-queries.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import type { AskProcessor } from "../records/record-access.ts";

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

interface ReadingListRequest {
  readonly fromUs: number;
  readonly toUs: number;
  readonly order: SortOrder;
  readonly limit: number;
  /** The last reading of the page before. */
  readonly after: ListKey | null;
}

export interface ListedReading {
  readonly sensor: ReadableSensor;
  readonly reading: StoredReading;
}

/** A page of readings of some sensors, and whether there are more. */
export async function listReadings(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
  request: ReadingListRequest,
): Promise<{ readonly items: ListedReading[]; readonly hasMore: boolean }> {
  const inOrder = sensors.toSorted((left, right) =>
    request.order === "asc" ? left.id - right.id : right.id - left.id,
  );
  const lists = await Promise.all(inOrder.map((sensor) => SensorList.open(queries, sensor, request)));
  const items: ListedReading[] = [];
  let heads = lists.filter((list) => list.head !== null);
  while (heads.length > 0) {
    // Of several at the same time the first sensor comes first, so only an earlier one takes its place.
    const next = heads.reduce((first, list) => (comesBefore(list, first, request.order) ? list : first));
    if (items.length === request.limit) return { items, hasMore: true };
    items.push({ sensor: next.sensor, reading: next.head! });
    if (!next.step()) await next.turnPage();
    if (next.head === null) heads = heads.filter((list) => list !== next);
  }
  return { items, hasMore: false };
}

/** The readings of one sensor, of which the first that is not listed yet is the head. */
class SensorList {
  readonly sensor: ReadableSensor;
  readonly #pages: AsyncIterator<readonly StoredReading[]>;
  #page: readonly StoredReading[] = [];
  #at = 0;

  private constructor(sensor: ReadableSensor, pages: AsyncIterator<readonly StoredReading[]>) {
    this.sensor = sensor;
    this.#pages = pages;
  }

  static async open(
    queries: ReadingQueries,
    sensor: ReadableSensor,
    { fromUs, toUs, order, limit, after }: ReadingListRequest,
  ): Promise<SensorList> {
    const range = { sensorId: sensor.id, fromUs, toUs, order, limit: limit + 1 };
    const pages = queries.readings(
      after === null ? range : { ...range, after: keyFor(sensor, after, order) },
    );
    const list = new SensorList(sensor, pages[Symbol.asyncIterator]());
    await list.turnPage();
    return list;
  }

  /** Null behind the last reading. */
  get head(): StoredReading | null {
    return this.#page[this.#at] ?? null;
  }

  /** False at the end of a page: it has to be turned then. Apart from that, because most steps have nothing to wait for. */
  step(): boolean {
    return ++this.#at < this.#page.length;
  }

  async turnPage(): Promise<void> {
    const next = await this.#pages.next();
    this.#page = next.done ? [] : next.value;
    this.#at = 0;
  }
}

function comesBefore(left: SensorList, right: SensorList, order: SortOrder): boolean {
  const [one, other] = [left.head!.atUs, right.head!.atUs];
  return order === "asc" ? one < other : one > other;
}

/** At the time at which the page before ended, sensors before its last one are through, and those after it are not. */
function keyFor({ id }: ReadableSensor, after: ListKey, order: SortOrder): { atUs: number; value: number } {
  const { atUs, sensorId, value } = after;
  if (id === sensorId) return { atUs, value };
  const isThrough = id < sensorId === (order === "asc");
  const isUpperEnd = isThrough === (order === "asc");
  return { atUs, value: isUpperEnd ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
}

/** Sensors looked up at a time. Other requests get a turn in between. */
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

interface DeletedReadings {
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
