import type { ActivityRecord, RejectedReading } from "../../activity/activity-record.ts";
import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";
import { decodeLine, encodeLine } from "./activity-line.ts";
import { isTroubledRequest, reasonsOfRequest } from "./reasons-of-request.ts";

/** The columns of a request in a row. `line` describes the request; the others are for searching. */
export const requestFields = [
  "accountId",
  "deviceId",
  "arrivalMs",
  "requestId",
  "accepted",
  "isTroubled",
  "reasons",
  "bytes",
  "line",
] as const;

/** What is read of a request. */
const readColumns = {
  accountId: column.integer,
  deviceId: column.integer,
  arrivalMs: column.real,
  line: column.text,
};

export type RequestRow = RecordOf<typeof readColumns>;

export const requestSelectList = selectList(fieldsOf(readColumns));

/** Tables with what is kept about devices, besides their requests and rejected readings. */
export const deviceTables = ["device_troubles", "connections", "chains_in_use", "unsaved_ends"] as const;

/** Past the limit of all requests this share stays, so that not every write has to delete something. */
export const stayingShare = 0.95;

/** What a row of a request takes besides its line, roughly and without indexes. */
const rowBytes = 60;

/** What the row of a request has besides fields of its record. */
export function requestRow(record: ActivityRecord) {
  const line = encodeLine(record);
  const isTroubled = isTroubledRequest(record);
  return {
    line,
    isTroubled,
    bytes: rowBytes + line.length,
    reasons: isTroubled ? [...reasonsOfRequest(record)] : [],
  };
}

/** Leaves out requests whose line cannot be read. */
export function requestsOf(rows: readonly RequestRow[]): ActivityRecord[] {
  return rows.map((row) => decodeLine(row.line, row)).filter((record) => record !== null);
}

/**
 * Returns the newest `perDevice` records of each device, oldest first, because older ones need not be written.
 */
export function newestOfDevices(records: readonly ActivityRecord[], perDevice: number): ActivityRecord[] {
  const written = new Map<number, number>();
  const newest = records.toReversed().filter(({ deviceId }) => {
    const count = (written.get(deviceId) ?? 0) + 1;
    written.set(deviceId, count);
    return count <= perDevice;
  });
  return newest.reverse();
}

export interface QuarantineLimits {
  readonly quarantinedMaxPerDevice: number;
  readonly quarantinedMaxPerAccount: number;
  readonly quarantinedMax: number;
}

export const quarantineLimits: QuarantineLimits = {
  quarantinedMaxPerDevice: 1000,
  quarantinedMaxPerAccount: 20_000,
  quarantinedMax: 100_000,
};

/** The columns of a rejected reading that is kept to be submitted again, besides its id. */
export const rejectedColumns = {
  accountId: column.integer,
  deviceId: column.integer,
  requestId: column.text,
  position: column.integer,
  reason: column.oneOf<RejectedReading["reason"]>(),
  arrivalMs: column.integer,
  correctionUs: column.integer,
  urlSensor: column.textOrNull,
  entry: column.text,
};

export const rejectedFields = fieldsOf(rejectedColumns);

export type QuarantinedReading = RecordOf<typeof rejectedColumns> & { readonly id: number };

export const quarantineSelectList = selectList(["id", ...rejectedFields]);
