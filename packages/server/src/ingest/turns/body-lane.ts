import type { RoomShare } from "../../platform/shared-room.ts";
import type { TimeLimits } from "../accept.ts";
import { type Device, type Sensor, tenantOfDevice } from "../authenticate/device-registry.ts";
import type { Examined, Submitted } from "../body-examiner.ts";
import { TenantTurns } from "./tenant-turns.ts";

/** How long a body waits for its turn. Past it the device is told to try again, as it would give up by then. */
const waitMsMax = 20_000;
/** The thread has megabytes of its own, so it ends when there is nothing to do. */
const idleMsMax = 60_000;
/** Compressed bodies wait as they are, and count at least this much. */
const compressedBytesMin = 256 * 1024;

export interface LaneOptions extends TimeLimits {
  readonly entriesMax: number;
  readonly bodyBytesMax: number;
}

export type ToBodyThread =
  | { readonly kind: "open"; readonly options: LaneOptions }
  | {
      readonly kind: "examine";
      readonly body: Uint8Array;
      readonly coding: string | null;
      readonly submitted: Submitted;
      /** The sensors of the device as JSON, because a text is copied faster than thousands of objects. */
      readonly sensors: string;
    };

/** What became of a body. `frame` has the readings of a packed one. */
export type LaneExamined =
  | { readonly kind: "undecodable" }
  | { readonly kind: "too large" }
  | {
      readonly kind: "examined";
      readonly examined: Examined;
      readonly bodyBytes: number;
      readonly readings: number;
      readonly frame: Uint8Array | null;
    };

export type FromBodyThread = LaneExamined | { readonly kind: "failed"; readonly reason: string };

interface Job {
  readonly question: ToBodyThread & { kind: "examine" };
  readonly untilMs: number;
  readonly result: PromiseWithResolvers<LaneExamined | "no room">;
}

interface LaneBody {
  readonly bytes: Uint8Array;
  readonly coding: string | null;
  readonly submitted: Submitted;
  readonly device: Device;
}

/**
 * Examines large bodies in a thread of its own, one at a time. JSON is parsed in one go, and two megabytes of the worst kind take
 * fifty milliseconds and more, in which this thread would answer nobody. Tenants take turns, by the time that their bodies take.
 */
export class BodyLane {
  readonly #options: LaneOptions;
  readonly #turns = new TenantTurns<Job>();
  readonly #sensors = new WeakMap<Device, string>();
  #thread: Worker | null = null;
  #running: Job | null = null;
  #idle: Timer | null = null;

  constructor(options: LaneOptions) {
    const { entriesMax, bodyBytesMax, clockToleranceMs, clockBehindMs } = options;
    this.#options = { entriesMax, bodyBytesMax, clockToleranceMs, clockBehindMs };
  }

  /** Copies the body before it returns. Resolves to "no room" if others have taken the room, or the turn does not come in time. */
  async examine(body: LaneBody, room: RoomShare): Promise<LaneExamined | "no room"> {
    const { bytes, coding, submitted, device } = body;
    const heldBytes = coding === null ? bytes.length : Math.max(bytes.length, compressedBytesMin);
    if (!room.keep(heldBytes)) return "no room";
    const sensors = submitted.endpoint === "batch" ? this.#sensorsOf(device) : "[]";
    const question = { kind: "examine", body: new Uint8Array(bytes), coding, submitted, sensors } as const;
    const job = { question, untilMs: performance.now() + waitMsMax, result: Promise.withResolvers() };
    this.#turns.add(tenantOfDevice(device.record), job as Job);
    this.#next();
    try {
      return (await job.result.promise) as LaneExamined | "no room";
    } finally {
      room.letGo();
    }
  }

  #next(): void {
    if (this.#running !== null) return;
    const turn = this.#turns.next();
    if (turn === null) {
      this.#rest();
      return;
    }
    const { tenantId, work: job } = turn;
    if (performance.now() > job.untilMs) {
      job.result.resolve("no room");
      this.#next();
      return;
    }
    this.#running = job;
    const begunMs = performance.now();
    const end = (): void => {
      this.#running = null;
      this.#turns.charge(tenantId, performance.now() - begunMs);
      this.#next();
    };
    job.result.promise.then(end, end);
    const { question } = job;
    this.#opened().postMessage(question, [question.body.buffer as ArrayBuffer]);
  }

  #opened(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(new URL("./body-thread.ts", import.meta.url).href);
    thread.onmessage = ({ data }: MessageEvent<FromBodyThread>) => {
      if (data.kind === "failed") this.#running?.result.reject(new Error(data.reason));
      else this.#running?.result.resolve(data);
    };
    thread.onerror = ({ message }) => {
      this.#thread = null;
      this.#running?.result.reject(new Error(message));
    };
    thread.unref();
    thread.postMessage({ kind: "open", options: this.#options } satisfies ToBodyThread);
    this.#thread = thread;
    return thread;
  }

  #rest(): void {
    if (this.#thread === null || this.#idle !== null) return;
    this.#idle = setTimeout(() => {
      this.#idle = null;
      this.#thread?.terminate();
      this.#thread = null;
    }, idleMsMax);
    this.#idle.unref();
  }

  #sensorsOf(device: Device): string {
    const known = this.#sensors.get(device);
    if (known !== undefined) return known;
    const sensors = JSON.stringify(device.record.sensors satisfies readonly Sensor[]);
    this.#sensors.set(device, sensors);
    return sensors;
  }
}
