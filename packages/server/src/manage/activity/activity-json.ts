import type { activityRoutes } from "@weir/protocol/manage/activity-routes";
import type { LiveRequest } from "@weir/protocol/manage/live-events";
import type { AnswerOf } from "@weir/protocol/manage/route";
import type { ControlReader } from "../../control/control.ts";
import type { NamedRow } from "../../control/named-rows.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { msOrNull } from "../core/records/record-values.ts";
import { type FateOrigin, FateOrigins } from "./fate-origins.ts";
import type { FateOfReadings, Receipt } from "./request-receipt.ts";
import type { FirstFinding, RequestView } from "./request-views.ts";
import type { ExplainedReading, RequestDetails, SentReading } from "./requests.ts";
import type { SavedReading } from "./saved-readings.ts";
import type { UnsavedPlace } from "./unsaved-places.ts";
import type { UnsavedView } from "./unsaved-views.ts";

/** Dead letters of one run that are looked at, because readings that fail together mostly fail for the same reason. */
const lettersMax = 100;

/** Why readings failed, according to their dead letters. */
interface FateError {
  readonly reason: string;
  readonly readings: number;
  /** The id of the last one. */
  readonly letterId: number;
}

/** Each reason once. Empty for readings that did not fail, or whose letters were replayed or discarded since. */
async function fateErrors(
  { readings, letterId }: Pick<FateOfReadings, "readings" | "letterId">,
  chains: Pick<ChainQueries, "deadLetters">,
  accountId: number,
): Promise<FateError[]> {
  if (letterId === null) return [];
  const last = { beforeId: letterId + readings, limit: Math.min(readings, lettersMax) };
  const letters = (await chains.deadLetters({ accountId, ...last })).filter(({ id }) => id >= letterId);
  return [...Map.groupBy(letters, ({ reason }) => reason)].map(([reason, alike]) => ({
    reason,
    readings: alike.length,
    letterId: alike[0]!.id,
  }));
}

/** Requests and the fates of their readings, as the API shows them. */

type DetailsJson = AnswerOf<typeof activityRoutes.showRequest>;

/** Runs of readings that are shown. A request can have as many as it has readings. */
const fatesMax = 1000;

export function requestToJson(view: RequestView) {
  const { record, device, explanation, firstProblem, firstFinding, unsaved } = view;
  return {
    id: record.requestId,
    device: device === null ? null : { uuid: device.uuid, name: device.name },
    at: formatMicros(record.arrivalMs * 1000),
    source: record.source,
    endpoint: record.endpoint,
    status: record.status,
    error: record.error,
    accepted: record.accepted,
    duplicates: record.duplicates,
    rejected: record.rejected ?? {},
    duration_ms: record.durationMs,
    body_bytes: record.bodyBytes,
    clock_offset_ms: record.clockOffsetMs,
    clock_behind_s: record.behindMs === undefined ? null : Math.round(record.behindMs / 1000),
    explanation,
    first_problem: firstProblem,
    first_finding: firstFinding && firstFindingToJson(firstFinding),
    unsaved: unsaved && unsavedToJson(unsaved),
  };
}

function unsavedToJson({ notSaved, failed, first }: UnsavedView) {
  const { fate, chain, node, output, sensor, value } = first;
  return { not_saved: notSaved, failed, first: { fate, sensor, value, chain, node, output } };
}

export function unsavedPlaceToJson({ cause, chain, node, output, devices, last }: UnsavedPlace) {
  const { atMs, device, sensor, value } = last;
  const lastToJson = { at: formatMicros(atMs * 1000), device, sensor, value };
  return { cause, chain, node, output, devices, last: lastToJson };
}

/** Like an item of the list, but with the device's name beside its UUID. */
export function liveRequestToJson(view: RequestView, { uuid, name }: NamedRow): LiveRequest {
  return { ...requestToJson(view), device: uuid, device_name: name };
}

function firstFindingToJson({ reason, identifier, suggestions, explanation }: FirstFinding) {
  return { reason, identifier, suggestions: [...suggestions], explanation };
}

/** Further facts about readings are looked up when they are shown. */
interface Lookups {
  readonly control: ControlReader;
  readonly chains: ChainQueries;
}

export async function requestDetailsToJson(details: RequestDetails, lookups: Lookups): Promise<DetailsJson> {
  const { record, sensor, findings, receipt, sent, saved } = details;
  const problems = Object.entries(record.problems ?? {}).map(([field, messages]) => [field, [...messages]]);
  return {
    ...requestToJson(details),
    sensor: sensorToJson(sensor),
    problems: Object.fromEntries(problems),
    findings: findings.map(findingToJson),
    readings: {
      ...(await receiptToJson(receipt, record.accountId, lookups)),
      sent: sent?.map(sentToJson) ?? null,
      saved: saved?.map(savedToJson) ?? null,
    },
  };
}

function findingToJson({ finding, isStored, sensor, explanation, suggestions, aheadMs }: ExplainedReading) {
  const { position, reason, identifier, value, sent, matchedMs, untilMs } = finding;
  return {
    position,
    reason,
    sensor: sensorToJson(sensor),
    identifier,
    value,
    // A device may send years in which a double no longer holds every microsecond.
    timestamp: sent === null ? null : formatMicros(BigInt(sent[0]) * 1_000_000n + BigInt(sent[1])),
    explanation,
    suggestions: [...suggestions],
    matched_at: msOrNull(matchedMs),
    until: msOrNull(untilMs),
    stored_since: isStored,
    ahead_ms: aheadMs,
  };
}

function sentToJson({ sensor, value, atUs }: SentReading) {
  return { sensor: sensorToJson(sensor), value, at: formatMicros(atUs) };
}

function savedToJson({ sensor, value, atUs }: SavedReading) {
  return { sensor: namedSensor(sensor), value, at: formatMicros(atUs) };
}

function sensorToJson(sensor: Sensor | null) {
  return sensor === null ? null : namedSensor(sensor);
}

function namedSensor({ uuid, slug, name }: Sensor) {
  return { uuid, slug, name };
}

async function receiptToJson(
  receipt: Receipt,
  accountId: number,
  { control, chains }: Lookups,
): Promise<Omit<DetailsJson["readings"], "saved" | "sent">> {
  if (receipt.state === "unknown") {
    return { state: "unknown", counts: null, chains: [], fates: [], fates_complete: false };
  }
  const counts = { queued: 0, saved: 0, already_stored: 0, ended: 0, dead: 0 };
  for (const { fate, readings } of receipt.fates) counts[fate] += readings;
  const origins = new FateOrigins(control);
  const used: NonNullable<FateOrigin["chain"]>[] = [];
  for (const use of receipt.chains) {
    const { chain } = await origins.of({ ...use, nodeId: null });
    if (chain !== null) used.push(chain);
  }
  const savedBy = receipt.chains.length === 1 ? (used[0] ?? null) : null;
  const fates: DetailsJson["readings"]["fates"] = [];
  for (const run of receipt.fates.slice(0, fatesMax)) {
    const errors = (await fateErrors(run, chains, accountId)).map(errorToJson);
    fates.push({ ...(await fateToJson(run, origins, savedBy)), errors });
  }
  return {
    state: receipt.state,
    counts,
    chains: used,
    fates,
    fates_complete: receipt.fates.length <= fatesMax,
  };
}

async function fateToJson(
  { first, readings, position, fate, end }: FateOfReadings,
  origins: FateOrigins,
  savedBy: FateOrigin["chain"],
) {
  const saved = { chain: fate === "saved" ? savedBy : null, node: null };
  const { chain, node } = end === null ? saved : await origins.of(end);
  const { output = null, onPurpose = null } = end ?? {};
  return { first, readings, position, fate, chain, node, output, on_purpose: onPurpose };
}

function errorToJson({ reason, readings, letterId }: FateError) {
  return { reason, readings, dead_letter: letterId };
}
