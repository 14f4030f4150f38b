import type { EndpointName, Handling } from "@weir/protocol/contracts";
import { firstCharacters } from "../platform/first-characters.ts";
import type { FrameWriter } from "../queue/frame-writer.ts";
import type { RequestNumber } from "../queue/packed-readings.ts";
import type { TimeLimits } from "./accept.ts";
import { describeRefused } from "./activity/describe-refused.ts";
import { markUnmatched } from "./activity/refused-readings.ts";
import type { RefusedReadings } from "./activity/request-activity.ts";
import type { Device, Sensor } from "./authenticate/device-registry.ts";
import { clockBehind } from "./classify/clock-behind.ts";
import { type Dropped, packReadings } from "./classify/pack-readings.ts";
import { ReadingColumns } from "./classify/reading-columns.ts";
import type { ErrorMap } from "./parse/problems.ts";
import { identifierCharactersMax, ReadingsParser } from "./parse/readings-parser.ts";

/** What has to be known to examine a body, apart from the sensors of its device. */
export interface Submitted {
  readonly endpoint: EndpointName;
  readonly handling: Handling;
  readonly device: { readonly id: number; readonly accountId: number; readonly quarantine: boolean };
  /** The sensor as the URL names it, and if the device has it, the sensor. */
  readonly urlName: string | null;
  readonly urlSensor: Sensor | null;
  readonly request: RequestNumber;
  readonly requestId: string;
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
}

/** What a body contains. If it is packed, the frame holds its readings that were not dropped. */
export type Examined =
  | { readonly kind: "invalid"; readonly isJson: boolean; readonly errors: ErrorMap }
  | { readonly kind: "unmatched"; readonly unmatched: readonly string[]; readonly refused: RefusedReadings }
  | {
      readonly kind: "packed";
      readonly dropped: Dropped;
      readonly refused: RefusedReadings | null;
      /** How far the device's clock seems to be behind; null if it is not. */
      readonly behindMs: number | null;
    };

interface ExaminerOptions extends TimeLimits {
  readonly entriesMax: number;
}

/** Parses, validates and classifies bodies, and packs their readings into a frame: everything but the decision about repeats. */
export class BodyExaminer {
  readonly #columns = new ReadingColumns();
  readonly #parser: ReadingsParser;
  readonly #frame: FrameWriter;
  readonly #toleranceUs: number;
  readonly #behindMaxMs: number;

  constructor({ entriesMax, clockToleranceMs, clockBehindMs }: ExaminerOptions, frame: FrameWriter) {
    this.#parser = new ReadingsParser(this.#columns, entriesMax);
    this.#frame = frame;
    this.#toleranceUs = clockToleranceMs * 1000;
    this.#behindMaxMs = clockBehindMs;
  }

  /** Reads the body of plain readings of one sensor, and packs it; null if it has another form. */
  examinePlain(body: Uint8Array, submitted: Submitted): Examined | null {
    const { endpoint, urlSensor } = submitted;
    if (endpoint !== "bulk" || urlSensor === null) return null;
    return this.#parser.parsePlain(body, urlSensor) ? this.#pack(body, submitted, null) : null;
  }

  examine(body: Uint8Array, submitted: Submitted, device: Pick<Device, "sensor">): Examined {
    const { endpoint, urlSensor, urlName, handling } = submitted;
    const parsed = this.#parser.parse(body, { endpoint, device, urlSensor, handling });
    if (!parsed.ok) return { kind: "invalid", isJson: parsed.isJson, errors: parsed.errors };
    const unmatched =
      urlName !== null && urlSensor === null
        ? [firstCharacters(urlName, identifierCharactersMax)]
        : parsed.unmatched;
    if (parsed.someMatched || unmatched.length === 0) return this.#pack(body, submitted, parsed.batteryVolts);
    markUnmatched(this.#columns);
    return { kind: "unmatched", unmatched, refused: describeRefused(this.#columns, { ...submitted, body }) };
  }

  #pack(body: Uint8Array, submitted: Submitted, batteryVolts: number | null): Examined {
    const { device, request, arrivalMs, deviceClockSeconds } = submitted;
    const frame = this.#frame;
    frame.accountId = device.accountId;
    frame.begin({ deviceId: device.id, arrivalUs: arrivalMs * 1000, batteryVolts, request });
    const context = { arrivalMs, deviceClockSeconds, toleranceUs: this.#toleranceUs };
    const dropped = packReadings(this.#columns, context, frame);
    const refused = dropped === null ? null : describeRefused(this.#columns, { ...submitted, body });
    const behindMs = clockBehind(this.#columns, submitted, this.#behindMaxMs);
    return { kind: "packed", dropped, refused, behindMs };
  }
}
