import type { SortOrder } from "@weir/protocol/closed-sets";
import type { ControlReader } from "../../control/control.ts";
import { findReadableSensors, type ReadableSensor } from "../../control/sensors/sensor-ids.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { ReadingQueries, StoredReading } from "../../store/readings/reading-queries.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import type { AskProcessor } from "../core/records/record-access.ts";

/** All of them, or the refusal that names the first unknown one. */
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

/** The place of a reading in a list of several sensors: by time, then sensor, then value. */
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
  /** The last reading of the previous page. */
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
    // At equal times the first sensor comes first, so only an earlier reading replaces it.
    const next = heads.reduce((first, list) => (comesBefore(list, first, request.order) ? list : first));
    if (items.length === request.limit) return { items, hasMore: true };
    items.push({ sensor: next.sensor, reading: next.head! });
    if (!next.step()) await next.turnPage();
    if (next.head === null) heads = heads.filter((list) => list !== next);
  }
  return { items, hasMore: false };
}

/** The readings of one sensor. The head is the first one that is not listed yet. */
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

  /** Null after the last reading. */
  get head(): StoredReading | null {
    return this.#page[this.#at] ?? null;
  }

  /** False at the end of a page, which then has to be turned. Separate, because most steps have nothing to wait for. */
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

/** At the time at which the previous page ended, sensors before its last one are done, and those after it are not. */
function keyFor({ id }: ReadableSensor, after: ListKey, order: SortOrder): { atUs: number; value: number } {
  const { atUs, sensorId, value } = after;
  if (id === sensorId) return { atUs, value };
  const isThrough = id < sensorId === (order === "asc");
  const isUpperEnd = isThrough === (order === "asc");
  return { atUs, value: isUpperEnd ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
}

/** How many sensors are looked up at a time. Other requests get their turn in between. */
const latestPerTurn = 1000;

export async function latestReadings(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
): Promise<{ readonly sensor: string; readonly reading: StoredReading | null }[]> {
  const latest: { sensor: string; reading: StoredReading | null }[] = [];
  for (let start = 0; start < sensors.length; start += latestPerTurn) {
    if (start > 0) await giveWay();
    const some = sensors.slice(start, start + latestPerTurn);
    const found = await queries.latestOf(some.map(({ id }) => id));
    latest.push(...some.map(({ id, uuid }) => ({ sensor: uuid, reading: found.get(id) ?? null })));
  }
  return latest;
}

/** No request takes longer than this. The rest is left for the next one. */
const deletingMs = 10_000;

interface DeletedReadings {
  readonly deleted: number;
  readonly complete: boolean;
}

/** From this time (inclusive) to that (exclusive). */
interface DeletedRange {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * Deletes the readings in these ranges, one after the other. The processor is the only writer of readings, and deletes a
 * portion between two batches.
 */
export async function deleteReadings(
  ask: AskProcessor,
  ranges: readonly DeletedRange[],
  nowMs: () => number,
): Promise<DeletedReadings> {
  const endMs = nowMs() + deletingMs;
  let deleted = 0;
  for (const range of ranges) {
    for (;;) {
      const portion = await ask({ kind: "delete readings", ...range });
      deleted += portion.deleted;
      if (portion.complete) break;
      if (nowMs() >= endMs) return { deleted, complete: false };
    }
    if (nowMs() >= endMs && range !== ranges.at(-1)) return { deleted, complete: false };
  }
  return { deleted, complete: true };
}
