import type { SortOrder } from "@weir/protocol/closed-sets";
import type { readingRoutes } from "@weir/protocol/manage/reading-routes";
import type { Result } from "@weir/protocol/result";
import { findTimeZone } from "@weir/rule-engine/time-zone";
import { z } from "zod";
import { findReadableSensors, type ReadableSensor } from "../../control/sensors/sensor-ids.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ReadingQueries, StoredReading } from "../../store/readings/reading-queries.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { badField } from "../../web/bad-field.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { notATime, readRange } from "../../web/reading-range.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import { askAudited } from "../core/ask-audited.ts";
import { getSensor, listSensors } from "../core/find-sensor.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { bucketsToJson, readingToJson, sensorReadingToJson } from "./reading-json.ts";
import {
  deleteReadings,
  type ListedReading,
  latestReadings,
  listReadings,
  requireSensors,
} from "./readings.ts";
import { bucketsMax } from "./readings-bucket-edges.ts";
import { parseBucketWidth } from "./readings-bucket-width.ts";
import { bucketReadings } from "./readings-buckets.ts";

const pointsUsual = 1000;

export const readingHandlers: HandlersOf<typeof readingRoutes> = {
  async listSensorReadings({ control, readings }, { params, query }) {
    const sensor = await getSensor(control, params.device, params.sensor);
    if (!sensor.ok) return sensor;
    const page = await readPage(readings, [sensor.value], query);
    if (!page.ok) return page;
    const { items, next } = page.value;
    return succeed({ items: items.map(({ reading }) => readingToJson(reading)), next });
  },

  async listReadings({ control, readings }, { query }) {
    const sensors = await requireSensors(control, query.sensors.split(","));
    if (!sensors.ok) return sensors;
    const page = await readPage(readings, sensors.value, query);
    if (!page.ok) return page;
    const items = page.value.items.map(({ sensor, reading }) => sensorReadingToJson(sensor.uuid, reading));
    return succeed({ items, next: page.value.next });
  },

  async listBuckets({ control, readings }, { query }) {
    const read = readRange(query);
    if (!read.ok) return read;
    const { bucket, points, time_zone: timeZone } = query;
    if (bucket !== undefined && points !== undefined) {
      return badField("query.points", "Give either a width (bucket) or a number of buckets (points).");
    }
    const zone = findTimeZone(timeZone);
    if (zone === null) return badField("query.time_zone", "This time zone does not exist.");
    const width = bucket === undefined ? { points: points ?? pointsUsual } : parseBucketWidth(bucket);
    if (width === null) return badField("query.bucket", notAWidth);
    const sensors = await requireSensors(control, query.sensors.split(","));
    if (!sensors.ok) return sensors;
    const found = await bucketReadings(readings, sensors.value, { ...read.value, width, zone });
    if (found === "too many")
      return badField(bucket === undefined ? "query.points" : "query.bucket", tooMany);
    if (found !== "no data") return succeed(bucketsToJson(found, timeZone));
    const empty = sensors.value.map(({ uuid }) => ({ sensor: uuid, buckets: [] }));
    return succeed({ from: null, to: null, time_zone: timeZone, width: null, sensors: empty });
  },

  async showLatestReading({ control, readings }, { params }) {
    const sensor = await getSensor(control, params.device, params.sensor);
    if (!sensor.ok) return sensor;
    const { id, uuid } = sensor.value;
    const reading = (await readings.latestOf([id])).get(id) ?? null;
    return succeed(latestToJson({ sensor: uuid, reading }));
  },

  async listDeviceLatest({ control, readings }, { params }) {
    const sensors = await listSensors(control, params.device);
    if (!sensors.ok) return sensors;
    const latest = await latestReadings(readings, sensors.value);
    return succeed({ items: latest.map(latestToJson) });
  },

  async listLatest({ control, readings }, { body }) {
    const latest = await latestReadings(readings, await findReadableSensors(control, body.sensors));
    return succeed({ items: latest.map(latestToJson) });
  },

  async deleteReadings(context, { params, query }) {
    const read = readRange(query);
    if (!read.ok) return read;
    const sensor = await getSensor(context.control, params.device, params.sensor);
    if (!sensor.ok) return sensor;
    const [fromUs, toUs] = [read.value.fromUs!, read.value.toUs!];
    if (fromUs >= toUs) return badField("query.to", "It must be later than from.");
    const range = { from: formatMicros(fromUs), to: formatMicros(toUs) };
    const { account, ask, clock, control } = context;
    const deleted = { accountId: account.id, action: "readings.delete", subjectKind: "sensor" };
    const value = await askAudited(
      control,
      { ...deleted, subject: sensor.value.uuid, after: range },
      () => deleteReadings(ask, [{ sensorId: sensor.value.id, fromUs, toUs }], () => clock.nowMs()),
      (done) => ({ after: { ...range, ...done } }),
    );
    return succeed(value);
  },

  async deleteReadingsAt(context, { params, body }) {
    const wrong = body.times.findIndex((text) => parseTimeUs(text) === null);
    if (wrong >= 0) return badField(`times.${wrong}`, notATime);
    const sensor = await getSensor(context.control, params.device, params.sensor);
    if (!sensor.ok) return sensor;
    const { id: sensorId, uuid: subject } = sensor.value;
    const timesUs = [...new Set(body.times.map((text) => parseTimeUs(text)!))].sort((a, b) => a - b);
    const audited = {
      times: timesUs.length,
      first: formatMicros(timesUs[0]!),
      last: formatMicros(timesUs.at(-1)!),
    };
    const { account, ask, clock, control } = context;
    const action = { accountId: account.id, action: "readings.delete", subjectKind: "sensor", subject };
    const ranges = timesUs.map((fromUs) => ({ sensorId, fromUs, toUs: fromUs + 1 }));
    const value = await askAudited(
      control,
      { ...action, after: audited },
      () => deleteReadings(ask, ranges, () => clock.nowMs()),
      (done) => ({ after: { ...audited, ...done } }),
    );
    return succeed(value);
  },
};

const notAWidth =
  "It must be day, week or month, an ISO 8601 duration of weeks to seconds such as PT5M, or a number of seconds; at least a millisecond.";
const tooMany = `This would make more than ${bucketsMax} buckets, or 100000 for all sensors. Use wider buckets or a shorter range.`;

/** By time, sensor and value. The sensor is named by its UUID, because ids are internal. */
const cursorKey = z.tuple([z.number().int(), z.string(), z.number()]);

interface PageQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order: SortOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface ReadPage {
  readonly items: readonly ListedReading[];
  readonly next: string | null;
}

async function readPage(
  queries: ReadingQueries,
  sensors: readonly ReadableSensor[],
  query: PageQuery,
): Promise<Result<ReadPage, ProblemDetails>> {
  const read = readRange(query);
  if (!read.ok) return read;
  const cursor = readCursor(query.cursor, cursorKey);
  if (!cursor.ok) return cursor;
  const [atUs = 0, uuid, value = 0] = cursor.value ?? [];
  const last = sensors.find((sensor) => sensor.uuid === uuid);
  if (cursor.value !== undefined && last === undefined) {
    return badField("query.cursor", "The cursor belongs to a list of other sensors.");
  }
  const { items, hasMore } = await listReadings(queries, sensors, {
    fromUs: read.value.fromUs ?? Number.MIN_SAFE_INTEGER,
    toUs: read.value.toUs ?? Number.MAX_SAFE_INTEGER,
    order: query.order,
    limit: query.limit,
    after: last === undefined ? null : { atUs, sensorId: last.id, value },
  });
  return succeed({ items, next: hasMore ? cursorAfter(items.at(-1)!) : null });
}

function cursorAfter({ sensor, reading }: ListedReading): string {
  return writeCursor([reading.atUs, sensor.uuid, reading.value]);
}

function latestToJson({ sensor, reading }: { sensor: string; reading: StoredReading | null }) {
  return { sensor, reading: reading === null ? null : readingToJson(reading) };
}
