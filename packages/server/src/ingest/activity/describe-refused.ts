import type { ReadingColumns } from "../classify/reading-columns.ts";
import { countDropped, describeDropped } from "./refused-readings.ts";
import { rejectedEntries } from "./rejected-entries.ts";
import type { RefusedReadings } from "./request-activity.ts";

/** The request that the columns were read from. */
interface RefusedRequest {
  readonly device: { readonly id: number; readonly accountId: number; readonly quarantine: boolean };
  readonly requestId: string;
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
  /** The sensor as the URL names it. */
  readonly urlName: string | null;
  readonly body: Uint8Array;
}

/** Describes the dropped readings of a request at once, because the next request reuses the columns and the body. */
export function describeRefused(columns: ReadingColumns, request: RefusedRequest): RefusedReadings {
  const { device, requestId, arrivalMs, deviceClockSeconds, urlName, body } = request;
  const origin = {
    accountId: device.accountId,
    deviceId: device.id,
    requestId,
    arrivalMs,
    correctionUs: deviceClockSeconds === null ? 0 : (arrivalMs - deviceClockSeconds * 1000) * 1000,
    urlSensor: urlName,
  };
  return {
    findings: describeDropped(columns, urlName),
    runs: countDropped(columns),
    rejected: device.quarantine ? rejectedEntries(body, columns, origin) : [],
  };
}
