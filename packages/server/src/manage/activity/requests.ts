import type { ReadingFinding } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control.ts";
import type { DeviceWithSensors } from "../../control/devices/described-devices.ts";
import type { NamedRow } from "../../control/named-rows.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import type { AcceptedReading } from "../../queue/accepted-readings.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { RequestQuery } from "../../store/activity/request-query.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import { findDevice, getDevice } from "../core/find-device.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type Explained, explainFinding } from "./explain-finding.ts";
import { type Receipt, receiptOf } from "./request-receipt.ts";
import { type RequestView, viewRequests } from "./request-views.ts";
import { type SavedReading, savedReadings } from "./saved-readings.ts";
import { storedSince } from "./stored-since.ts";
import type { OutcomeSources } from "./unsaved-readings.ts";

interface RequestListing extends Omit<RequestQuery, "deviceId"> {
  /** UUID. */
  readonly device?: string | undefined;
}

/** The newest first. */
export async function listRequests(
  control: ControlReader,
  queries: OutcomeSources & { readonly activity: ActivityQueries },
  { device, ...listing }: RequestListing,
): Promise<Result<RequestView[]>> {
  const view = async (query: RequestQuery) =>
    viewRequests(control, await queries.activity.requests(query), queries);
  if (device === undefined) return succeed(await view(listing));
  const found = await findDevice(control, control.db, device);
  if (!found.ok) return found;
  return succeed(await view({ ...listing, deviceId: found.value.id }));
}

export interface RequestDetails extends RequestView {
  /** The sensor in the URL; null if it names none, or if the sensor was removed since. */
  readonly sensor: Sensor | null;
  readonly findings: readonly ExplainedReading[];
  readonly receipt: Receipt;
  /** The accepted readings, up to a limit; null if they are no longer kept. */
  readonly sent: readonly SentReading[] | null;
  /** The fates of the accepted readings; null if it is not known which they are. */
  readonly saved: readonly SavedReading[] | null;
}

export interface ExplainedReading extends Explained {
  readonly finding: ReadingFinding;
  /** Whether it is stored by now. */
  readonly isStored: boolean;
  /** Null if it matched none, or if that was removed since. */
  readonly sensor: Sensor | null;
}

/** An accepted reading as it was sent. */
export interface SentReading extends Pick<AcceptedReading, "value" | "atUs"> {
  /** Null if it was removed since. */
  readonly sensor: Sensor | null;
}

/** How many accepted readings of a request are shown. */
const sentReadingsMax = 1000;

interface WantedRequest {
  readonly accountId: number;
  readonly requestId: string;
  /** How far ahead of its arrival the times of its readings may be. */
  readonly aheadMaxMs: number;
}

/** Null if it is not known, or no longer known. */
export async function findRequest(
  control: ControlReader,
  queries: OutcomeSources & {
    readonly activity: ActivityQueries;
    readonly receipts: ReceiptQueries;
    readonly readings: ReadingQueries;
  },
  { accountId, requestId, aheadMaxMs }: WantedRequest,
): Promise<RequestDetails | null> {
  const record = await queries.activity.request(accountId, requestId);
  if (record === null) return null;
  const [view] = await viewRequests(control, [record], queries);
  const device = await deviceOf(control, view!.device);
  const sensors = device?.sensors ?? [];
  const sensorOf = (sensorId: number | null) => sensors.find(({ id }) => id === sensorId) ?? null;
  const sensor = sensorOf(record.sensorId);
  const number = parseRequestId(requestId);
  const accepted =
    number === null || record.accepted === 0 || record.position === null
      ? null
      : await queries.accepted.of(number, record.position, sentReadingsMax);
  const receipt = await receiptOf(record, queries.receipts);
  const among = { arrivalMs: record.arrivalMs, aheadMaxMs, sensors: sensor === null ? sensors : [sensor] };
  const stored = await storedSince(record, sensors, queries.readings);
  return {
    ...view!,
    sensor,
    findings: record.findings.map((finding) => ({
      finding,
      isStored: stored.has(finding),
      sensor: sensorOf(finding.sensorId),
      ...explainFinding(finding, record, device),
    })),
    receipt,
    sent: accepted?.map(({ sensorId, value, atUs }) => ({ sensor: sensorOf(sensorId), value, atUs })) ?? null,
    saved: await savedReadings(receipt, among, queries.readings),
  };
}

async function deviceOf(control: ControlReader, named: NamedRow | null): Promise<DeviceWithSensors | null> {
  if (named === null) return null;
  const device = await getDevice(control, named.uuid);
  return device.ok ? device.value : null;
}
