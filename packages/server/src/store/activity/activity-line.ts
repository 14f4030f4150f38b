import { type EndpointName, endpointNames } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import { onlyPartition, positionFrom } from "../../queue/position.ts";

/**
 * A request as one line of JSON without field names. The account, the device and the arrival time are columns
 * of the row, so they are left out here. Rare fields come last, where an empty one costs nothing.
 */
type Line = [
  ...[requestId: string, durationMs: number, source: string, target: Target, bodyBytes: number | null],
  ...[status: number, error: string | null, accepted: number, duplicates: number],
  ...[rejected: RejectedCounts | null, clockOffsetMs: number | null, place: Place],
  findings?: FindingLine[],
  problems?: ActivityRecord["problems"],
  behindMs?: number,
];

/** The endpoint, and the sensor that the URL named if it named one. */
type Target = number | [endpoint: number, sensorId: number];

/** The sequence of the position, or 0 for none. The partition is included only where there are several. */
type Place = number | [partition: number, sequence: number];

type FindingLine = [
  ...[position: number, reason: ReadingFinding["reason"], sensorId: number | null, identifier: string | null],
  ...[value: number | null, sent: ReadingFinding["sent"], matchedMs: number | null, untilMs: number | null],
];

/** Every line has at least this many fields. */
const fieldsMin = 12;

/** The fields of a record that its line leaves out. */
export type LineHead = Pick<ActivityRecord, "accountId" | "deviceId" | "arrivalMs">;

export function encodeLine(record: ActivityRecord): string {
  const { findings, problems, behindMs } = record;
  const line: Line = [
    record.requestId,
    record.durationMs,
    record.source,
    encodeTarget(record),
    record.bodyBytes,
    record.status,
    record.error,
    record.accepted,
    record.duplicates,
    record.rejected,
    record.clockOffsetMs,
    encodePlace(record),
  ];
  const isBehind = behindMs !== undefined;
  if (findings.length > 0 || problems !== null || isBehind) line.push(findings.map(encodeFinding));
  if (problems !== null || isBehind) line.push(problems);
  if (isBehind) line.push(behindMs);
  return JSON.stringify(line);
}

/** Returns null if the line cannot be read. */
export function decodeLine(text: string, head: LineHead): ActivityRecord | null {
  const line = parse(text);
  if (line === null) return null;
  const [requestId, durationMs, source, target, bodyBytes, status, error, accepted, duplicates] = line;
  const [, , , , , , , , , rejected, clockOffsetMs, place, findings = [], problems = null, behindMs] = line;
  return {
    accountId: head.accountId,
    deviceId: head.deviceId,
    arrivalMs: head.arrivalMs,
    requestId,
    durationMs,
    source,
    ...decodeTarget(target),
    bodyBytes,
    status,
    error,
    accepted,
    duplicates,
    rejected,
    clockOffsetMs,
    position: decodePlace(place),
    findings: findings.map(decodeFinding),
    problems,
    ...(behindMs === undefined ? {} : { behindMs }),
  };
}

function parse(text: string): Line | null {
  try {
    const line: unknown = JSON.parse(text);
    if (!Array.isArray(line) || line.length < fieldsMin || typeof line[0] !== "string") return null;
    return decodeTarget(line[3]).endpoint === undefined ? null : (line as Line);
  } catch {
    return null;
  }
}

function encodeTarget({ endpoint, sensorId }: ActivityRecord): Target {
  const place = endpointNames.indexOf(endpoint);
  return sensorId === null ? place : [place, sensorId];
}

function decodeTarget(target: Target): Pick<ActivityRecord, "endpoint" | "sensorId"> {
  const [place, sensorId] = Array.isArray(target) ? target : [target, null];
  return { endpoint: endpointNames[place] as EndpointName, sensorId };
}

function encodePlace({ position }: ActivityRecord): Place {
  if (position === null) return 0;
  const { partition, sequence } = position;
  return partition === onlyPartition ? sequence : [partition, sequence];
}

function decodePlace(place: Place): ActivityRecord["position"] {
  return Array.isArray(place) ? positionFrom(...place) : positionFrom(onlyPartition, place);
}

function encodeFinding(finding: ReadingFinding): FindingLine {
  const { position, reason, sensorId, identifier, value, sent, matchedMs, untilMs } = finding;
  return [position, reason, sensorId, identifier, value, sent, matchedMs, untilMs];
}

function decodeFinding(line: FindingLine): ReadingFinding {
  const [position, reason, sensorId, identifier, value, sent, matchedMs, untilMs] = line;
  return { position, reason, sensorId, identifier, value, sent, matchedMs, untilMs };
}
