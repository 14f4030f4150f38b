import type { ContractName, EndpointName, Handling } from "@weir/protocol/contracts";
import type { DropReason } from "@weir/protocol/drop-reasons";
import {
  type ExpectedAnswer,
  invalid,
  invalidToken,
  missingToken,
  noneAccepted,
  queued,
  queuedBatch,
  sensorNotFound,
  storedBatch,
  storedBulk,
  storedNotFound,
  storedSingle,
  unauthenticated,
  withHeaders,
} from "./expected-answers.ts";

/**
 * The rulings once more, as slow and simple code: lists that are searched from end to end, exact integers for time, one
 * step after another. It shares nothing with the server. If the two agree on random requests, both are probably right.
 * If they differ, the rulings decide.
 */
interface ModelDevice {
  readonly contract: ContractName;
  readonly handling: Handling;
  readonly sensors: readonly { readonly slug: string; readonly uuid: string }[];
}

export interface ModelRequest {
  readonly endpoint: EndpointName;
  /** The identifier in the URL; unused on the batch endpoint. */
  readonly sensor: string;
  readonly token: "own" | "wrong" | "none";
  /** The handling that the Prefer header asks for, if any. */
  readonly preferred: Handling | null;
  /** The Date header. */
  readonly date: string | null;
  /** The body as JSON.parse returns it. */
  readonly body: JsonObject;
}

type JsonObject = Readonly<Record<string, unknown>>;

interface Accepted {
  readonly sensorUuid: string;
  readonly value: number;
  /** The time that the device sent, in microseconds since 1970. */
  readonly sentUs: bigint | null;
  readonly arrivalMs: number;
}

/** The result of one entry. */
type Outcome = "accepted" | "duplicate" | DropReason;

/** A problem of an entry: its path under strict handling, and its reason under lenient handling. */
interface Problem {
  readonly path: string;
  readonly drop: DropReason;
}

const suppressionMs = 60_000;
const replayMs = 24 * 3600 * 1000;
const toleranceUs = 5_000_000n;
const year10000Us = 253_402_300_800_000_000n;
const offsetMs = 2_000;
const metadataBytesMax = 4096;
const listedMax = 100;

export class ReferenceModel {
  readonly #accepted: Accepted[] = [];

  answer(device: ModelDevice, request: ModelRequest, arrivalMs: number): ExpectedAnswer {
    const isStored = device.contract === "stored";
    if (request.token === "none") return isStored ? unauthenticated : missingToken;
    if (request.token === "wrong") return isStored ? unauthenticated : invalidToken;
    const answer = this.#classify(device, request, arrivalMs);
    return request.preferred === null
      ? answer
      : withHeaders(answer, { "preference-applied": `handling=${request.preferred}` });
  }

  #classify(device: ModelDevice, request: ModelRequest, arrivalMs: number): ExpectedAnswer {
    const paths = invalidPaths(request, request.preferred ?? device.handling);
    if (paths.length > 0) return invalid(...paths.slice(0, listedMax));

    const { endpoint } = request;
    const entries = entriesOf(request);
    const addresses = entries.map((entry) => addressOf(hasShape(request) ? entry : null, device, request));
    const unmatched = addresses.filter(({ named, uuid }) => named !== null && uuid === null);
    if (unmatched.length > 0 && addresses.every(({ uuid }) => uuid === null)) {
      const names = [...new Set(unmatched.map(({ named }) => [...named!].slice(0, 200).join("")))];
      return device.contract === "stored" ? storedNotFound : sensorNotFound(...names.slice(0, listedMax));
    }

    const outcomes = entries.map((entry, n): Outcome => {
      if (!hasShape(request) || !isObject(entry)) return "dropped_invalid_shape";
      const problem = problemsOf(entry, endpoint)[0];
      if (problem !== undefined) return problem.drop;
      const { uuid } = addresses[n]!;
      if (uuid === null) return "dropped_unknown_sensor";
      return this.#accept(uuid, entry, arrivalMs, request.date);
    });
    return render(device, request, outcomes);
  }

  #accept(sensorUuid: string, entry: JsonObject, arrivalMs: number, date: string | null): Outcome {
    const value = entry.value === 0 ? 0 : (entry.value as number);
    const sentUs = typeof entry.timestamp === "string" ? readTimestamp(entry.timestamp) : null;
    if (sentUs !== null) {
      const atUs = correct(sentUs, arrivalMs, date);
      if (atUs < 0n || atUs >= year10000Us) return "dropped_invalid_timestamp";
      if (atUs > BigInt(arrivalMs) * 1000n + toleranceUs) return "dropped_future_timestamp";
    }

    const windowMs = sentUs === null ? suppressionMs : replayMs;
    const isRepeat = this.#accepted.some(
      (earlier) =>
        earlier.sensorUuid === sensorUuid &&
        earlier.value === value &&
        earlier.sentUs === sentUs &&
        arrivalMs - earlier.arrivalMs < windowMs,
    );
    if (isRepeat) return "duplicate";
    this.#accepted.push({ sensorUuid, value, sentUs, arrivalMs });
    return "accepted";
  }
}

/** The paths at which the request is invalid. Under lenient handling, problems of entries do not count. */
function invalidPaths(request: ModelRequest, handling: Handling): string[] {
  const { body, endpoint } = request;
  const paths = isBattery(body.battery_voltage) ? [] : ["battery_voltage"];
  if (isEmpty(body.data)) return [...paths, "data"];
  if (!hasShape(request) || handling === "lenient") return paths;
  const ofEntries = entriesOf(request).flatMap((entry, n) => {
    const prefix = endpoint === "single" ? "data" : `data.${n}`;
    return problemsOf(entry, endpoint).map(({ path }) => `${prefix}.${path}`);
  });
  return [...paths, ...ofEntries];
}

function hasShape({ endpoint, body }: ModelRequest): boolean {
  return endpoint === "single" ? isObject(body.data) : Array.isArray(body.data);
}

/** The parts of the body that count as one reading each, whatever their shape. */
function entriesOf({ body }: ModelRequest): unknown[] {
  return Array.isArray(body.data) ? body.data : [body.data];
}

function correct(sentUs: bigint, arrivalMs: number, date: string | null): bigint {
  const dateMs = date === null ? Number.NaN : Date.parse(date);
  const differenceMs = arrivalMs - dateMs;
  return Math.abs(differenceMs) > offsetMs ? sentUs + BigInt(differenceMs) * 1000n : sentUs;
}

/** All problems of an entry that is an object, in the order in which they count as a drop. */
function problemsOf(entry: unknown, endpoint: EndpointName): Problem[] {
  if (!isObject(entry)) return [];
  const problems: Problem[] = [];
  const problem = (path: string, drop: DropReason) => problems.push({ path, drop });

  if (endpoint === "batch") {
    const { sensor_slug: slug, sensor_uuid: uuid } = entry;
    for (const [path, identifier] of Object.entries({ sensor_uuid: uuid, sensor_slug: slug })) {
      if (!isAbsent(identifier) && typeof identifier !== "string")
        problem(path, "dropped_missing_identifier");
    }
    if ((isAbsent(slug) || slug === "") && (isAbsent(uuid) || uuid === "")) {
      problem("sensor_slug", "dropped_missing_identifier");
      problem("sensor_uuid", "dropped_missing_identifier");
    }
  }
  if (isAbsent(entry.value)) problem("value", "dropped_missing_value");
  else if (!Number.isFinite(entry.value)) problem("value", "dropped_invalid_value");
  const { timestamp } = entry;
  if (!isAbsent(timestamp) && (typeof timestamp !== "string" || readTimestamp(timestamp) === null)) {
    problem("timestamp", "dropped_invalid_timestamp");
  }
  const metadata = Object.entries(entry).filter(([key]) => !isReserved(key, endpoint));
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  if (metadata.length > 0 && bytes(Object.fromEntries(metadata)) > metadataBytesMax) {
    const [largest] = metadata.toSorted((a, b) => bytes(b[1]) - bytes(a[1]))[0]!;
    problem(largest, "dropped_metadata_too_large");
  }
  return problems;
}

function isReserved(key: string, endpoint: EndpointName): boolean {
  if (key === "value" || key === "timestamp") return true;
  return endpoint === "batch" && (key === "sensor_slug" || key === "sensor_uuid");
}

/** The identifier that an entry names and its sensor; null if there is none. */
function addressOf(
  entry: unknown,
  device: ModelDevice,
  { endpoint, sensor }: ModelRequest,
): { named: string | null; uuid: string | null } {
  if (endpoint !== "batch") {
    const takesSlug = device.contract === "queued";
    const found = device.sensors.find(({ slug, uuid }) => uuid === sensor || (takesSlug && slug === sensor));
    return { named: sensor, uuid: found?.uuid ?? null };
  }
  if (!isObject(entry)) return { named: null, uuid: null };
  const { sensor_slug: slug, sensor_uuid: uuid } = entry;
  const isText = (identifier: unknown) => typeof identifier === "string" || isAbsent(identifier);
  if (!isText(slug) || !isText(uuid)) return { named: null, uuid: null };
  if (!isAbsent(uuid) && uuid !== "") {
    const found = device.sensors.find((candidate) => candidate.uuid === uuid);
    return { named: uuid as string, uuid: found?.uuid ?? null };
  }
  if (isAbsent(slug) || slug === "") return { named: null, uuid: null };
  const found = device.sensors.find((candidate) => candidate.slug === slug);
  return { named: slug as string, uuid: found?.uuid ?? null };
}

function render(device: ModelDevice, request: ModelRequest, outcomes: readonly Outcome[]): ExpectedAnswer {
  const rejected: Partial<Record<DropReason, number>> = {};
  let accepted = 0;
  let duplicates = 0;
  for (const outcome of outcomes) {
    if (outcome === "accepted") accepted++;
    else if (outcome === "duplicate") duplicates++;
    else rejected[outcome] = (rejected[outcome] ?? 0) + 1;
  }
  const count = accepted + duplicates;
  if (count === 0) return noneAccepted(rejected);
  const { endpoint, sensor } = request;
  if (device.contract === "queued") {
    const counts = { accepted, duplicates, rejected };
    return endpoint === "batch" ? queuedBatch(counts) : queued(counts, sensor);
  }
  if (endpoint === "batch") return storedBatch(count);
  return endpoint === "bulk" ? storedBulk(sensor, count) : storedSingle(sensor);
}

/** Reads the one form of timestamp that random requests use, and rejects every other text. */
function readTimestamp(text: string): bigint | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(text);
  return match === null ? null : BigInt(Date.parse(`${match[1]}Z`)) * 1000n + BigInt(match[2]!);
}

function isBattery(volts: unknown): boolean {
  return isAbsent(volts) || (typeof volts === "number" && volts >= 0 && volts <= 100);
}

function isEmpty(data: unknown): boolean {
  return isAbsent(data) || (typeof data === "object" && Object.keys(data as object).length === 0);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
