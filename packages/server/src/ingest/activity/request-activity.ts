import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ApiErrorName } from "@weir/protocol/errors";
import { type RefusalCode, refusalCodes } from "@weir/protocol/request-reasons";
import type { ReadingFinding, RejectedReading } from "../../activity/activity-record.ts";
import type { ActivityRecorder } from "../../activity/activity-recorder.ts";
import {
  codeOfRefusal,
  type RefusalName,
  type RequestTrouble,
  refusalNames,
} from "../../activity/packed-requests.ts";
import type { Duplicates } from "../../queue/intake.ts";
import type { Position } from "../../queue/position.ts";
import type { Device } from "../authenticate/device-registry.ts";
import type { DeviceClock } from "../classify/clock-correction.ts";
import type { Route } from "../http/route.ts";
import type { ErrorMap } from "../parse/problems.ts";
import type { Outcome } from "../respond/contract.ts";
import { duplicateRuns, type RefusedRun, withDuplicates } from "./refused-readings.ts";

/** What is known of a request when its readings are packed. */
interface SeenRequest {
  readonly arrivalMs: number;
  readonly bodyBytes: number | null;
  readonly clock: DeviceClock | null;
  /** How far behind its arrival the times of the request are, if the device's clock seems to be wrong. */
  readonly behindMs: number | null;
  readonly problems: ErrorMap | null;
  readonly refused: RefusedReadings | null;
}

/** The readings of a request that were not accepted. */
export interface RefusedReadings {
  readonly findings: readonly ReadingFinding[];
  readonly runs: readonly RefusedRun[];
  /** For the quarantine. */
  readonly rejected: readonly RejectedReading[];
}

interface GivenAnswer {
  readonly requestNumber: number;
  readonly status: number;
  readonly durationMs: number;
  /** The client's address. */
  readonly source: string;
  readonly error: ApiErrorName | null;
  readonly outcome: Outcome | null;
  /** The position by which the accepted readings are in the queue; null if there are none. */
  readonly position: Position | null;
}

/** How many fields of a body have their problems kept. */
const problemsMax = 20;
/** The device chooses the names of fields, so their length is limited. */
const fieldCharsMax = 200;
const noFindings: readonly ReadingFinding[] = [];

const codes: ReadonlySet<string> = new Set(refusalCodes);
/** Refusals that count as requests. If readings were looked at, the readings are counted instead. */
export const refusalOf: ReadonlyMap<RefusalName, RefusalCode> = new Map(
  refusalNames
    .filter((name) => codes.has(codeOfRefusal(name)))
    .map((name) => [name, codeOfRefusal(name) as RefusalCode]),
);

/**
 * Records what happened to each request, for people to look at. Refused readings are counted when the answer is certain,
 * because a device repeats a failed request.
 */
export class RequestActivity {
  readonly #activity: ActivityRecorder;

  constructor(activity: ActivityRecorder) {
    this.#activity = activity;
  }

  /** Adds the readings that turned out to be repeats. */
  repeated(dropped: RefusedReadings | null, duplicates: Duplicates): RefusedReadings {
    return {
      findings: withDuplicates(dropped?.findings ?? noFindings, duplicates.first),
      runs: [...duplicateRuns(duplicates), ...(dropped?.runs ?? [])],
      rejected: dropped?.rejected ?? [],
    };
  }

  answered(request: SeenRequest, addressed: Device, { endpoint, sensor }: Route, answer: GivenAnswer): void {
    const activity = this.#activity;
    const device = addressed.record;
    const { refused } = request;
    const { outcome } = answer;
    const error = answer.error === "invalidToken" && !device.enabled ? "deviceDisabled" : answer.error;
    const isCertain = outcome !== null || error === "sensorNotFound";
    if (refused !== null && isCertain) {
      for (const { sensorId, reason, readings } of refused.runs)
        activity.refused(device, sensorId, reason, readings);
      if (refused.rejected.length > 0) activity.rejected(refused.rejected);
    }
    const refusal = error === null ? undefined : refusalOf.get(error);
    if (refusal !== undefined) activity.refusedRequest(device.accountId, refusal);
    activity.request({
      accountId: device.accountId,
      deviceId: device.id,
      requestNumber: answer.requestNumber,
      arrivalMs: request.arrivalMs,
      durationMs: answer.durationMs,
      source: answer.source,
      endpoint,
      sensorId: sensor === null ? null : (addressed.sensor(sensor)?.id ?? null),
      bodyBytes: request.bodyBytes,
      status: answer.status,
      error,
      accepted: outcome === null ? 0 : outcome.accepted,
      duplicates: outcome === null ? 0 : outcome.duplicates,
      clockOffsetMs: request.clock === null ? null : request.clock.offsetMs,
      position: answer.position,
      trouble: isCertain || request.problems !== null ? troubleOf(request, outcome) : null,
    });
  }
}

/** Returns null if everything was accepted. */
function troubleOf(request: SeenRequest, outcome: Outcome | null): RequestTrouble | null {
  const { refused, problems, behindMs } = request;
  if (refused === null && problems === null && behindMs === null) return null;
  return {
    ...(behindMs === null ? {} : { behindMs }),
    rejected: outcome === null ? countsOf(refused) : outcome.rejected,
    findings: refused?.findings ?? noFindings,
    problems: problems === null ? null : firstProblems(problems),
  };
}

/** If no entry addressed a sensor, the device gets no counts, but people see the same ones as in statistics. */
function countsOf(refused: RefusedReadings | null): RejectedCounts | null {
  if (refused === null) return null;
  const counts: RejectedCounts = {};
  for (const { reason, readings } of refused.runs) {
    if (reason !== "dropped_duplicate") counts[reason] = (counts[reason] ?? 0) + readings;
  }
  return counts;
}

function firstProblems(problems: ErrorMap): ErrorMap {
  const first = Object.entries(problems).slice(0, problemsMax);
  return Object.fromEntries(first.map(([field, messages]) => [field.slice(0, fieldCharsMax), messages]));
}
