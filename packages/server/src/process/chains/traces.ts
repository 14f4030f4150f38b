import type { SettledFate } from "@weir/protocol/closed-sets";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { Step } from "@weir/rule-engine/node-type";
import { TraceRecorder, type TraceStep } from "@weir/rule-engine/trace-recorder";
import type { ChainDirectory, SensorEntry } from "./chain-directory.ts";
import type { ReadingRun } from "./reading-run.ts";

/** What to watch: all readings that go through a chain, or all readings of a device. */
export type TraceTarget =
  | { readonly kind: "chain"; readonly chainId: number }
  | { readonly kind: "device"; readonly deviceId: number };

/** One reading's way through its chain. */
export interface TracedRun {
  readonly sensorUuid: string;
  readonly sensorSlug: string;
  readonly deviceUuid: string;
  readonly chainUuid: string;
  readonly chainVersion: number;
  readonly atUs: number;
  readonly value: number;
  readonly metadata: string;
  readonly outcome: SettledFate;
  /** Why it became a dead letter, where it did. */
  readonly reason: string | null;
  readonly steps: readonly TraceStep[];
}

/** `already_stored`: it came to a save step, and the store had the same time and value already. */

export interface TraceReport {
  readonly target: TraceTarget;
  readonly untilMs: number;
  /** How many readings came by since it began; the last of them are kept. */
  readonly seen: number;
  readonly runs: readonly TracedRun[];
}

export const tracedRunsMax = 200;
/** Unless the operator says otherwise. More of an account push its oldest out. */
const tracesPerAccount = 16;
/** Of all accounts together: past it, the account that has the most gives up its oldest. */
const tracesMax = 256;

/**
 * Traces that are switched on, and what they caught. A traced reading runs through a second compilation of its chain,
 * so that readings nobody watches pay nothing. Traces live in memory: a restart of the processor ends them.
 */
export class Traces {
  readonly #directory: ChainDirectory;
  readonly #traces = new Map<string, Trace>();
  readonly #recorder = new TraceRecorder();
  readonly #observed = new Map<number, ObservedChain>();
  /** Those of the batch that is being settled, by their number in it. */
  readonly #inBatch = new Map<number, { outcome: SettledFate }>();
  readonly #limits: TraceLimits;
  #isOn = false;

  constructor(directory: ChainDirectory, limits: Partial<TraceLimits> = {}) {
    this.#directory = directory;
    this.#limits = { perAccount: tracesPerAccount, total: tracesMax, ...limits };
  }

  /** Whether any reading may be watched. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins anew where the target is watched already. */
  start(target: TraceTarget, untilMs: number): void {
    const key = keyOf(target);
    this.#traces.delete(key);
    const accountId = this.#accountOf(target);
    if (this.count(accountId) >= this.#limits.perAccount) this.#removeOldest(accountId);
    if (this.#traces.size >= this.#limits.total) this.#removeOldest(this.#accountWithMost());
    this.#traces.set(key, { target, accountId, untilMs, seen: 0, runs: [] });
    this.#isOn = true;
  }

  /** How many are kept of the account, or of its devices alone, ended ones included. */
  count(accountId: number | null, which: "all" | "device" = "all"): number {
    let count = 0;
    for (const trace of this.#traces.values())
      if (trace.accountId === accountId && (which === "all" || trace.target.kind === which)) count++;
    return count;
  }

  /** Stops watching and keeps what was caught. */
  stop(target: TraceTarget): void {
    const trace = this.#traces.get(keyOf(target));
    if (trace !== undefined) trace.untilMs = 0;
  }

  report(target: TraceTarget): TraceReport | null {
    return this.#traces.get(keyOf(target)) ?? null;
  }

  /** The step that notes the reading's way, where somebody watches this sensor; `finish` is due after it. */
  begin({ source, chain }: SensorEntry, nowMs: number): Step | null {
    this.#isOn = false;
    let isWatched = false;
    for (const trace of this.#traces.values()) {
      if (trace.untilMs <= nowMs) continue;
      this.#isOn = true;
      if (matches(trace.target, source.deviceId, chain.id)) isWatched = true;
    }
    if (!this.#isOn) this.#observed.clear();
    return isWatched ? this.#stepOf(chain.id) : null;
  }

  beginBatch(): void {
    this.#inBatch.clear();
  }

  /** Of a reading of the batch that was taken for saved: the store knows only when it has written the batch. */
  alreadyStored(number: number): void {
    const run = this.#inBatch.get(number);
    if (run !== undefined) run.outcome = "already_stored";
  }

  /** A reading of the batch has run its way, as `fared` tells. */
  finish(
    reading: ChainReading,
    fared: ReadingRun,
    { source, chain }: SensorEntry,
    { number, nowMs }: { readonly number: number; readonly nowMs: number },
  ): void {
    const run: Omit<TracedRun, "outcome"> & { outcome: SettledFate } = {
      sensorUuid: source.sensor.uuid,
      sensorSlug: source.sensor.slug,
      deviceUuid: source.device.uuid,
      chainUuid: chain.uuid,
      chainVersion: chain.version,
      atUs: reading.atUs,
      value: fared.enteredValue,
      metadata: fared.enteredMetadata,
      outcome: fared.isDead ? "dead" : fared.isSaved ? "saved" : "ended",
      reason: fared.isDead ? fared.diedOf : null,
      steps: this.#recorder.steps,
    };
    this.#inBatch.set(number, run);
    for (const trace of this.#traces.values()) {
      if (trace.untilMs <= nowMs || !matches(trace.target, source.deviceId, chain.id)) continue;
      trace.seen++;
      trace.runs.push(run);
      if (trace.runs.length > tracedRunsMax) trace.runs.shift();
    }
  }

  #accountOf(target: TraceTarget): number | null {
    if (target.kind === "device") return this.#directory.accountOfDevice(target.deviceId);
    return this.#directory.chainById(target.chainId)?.accountId ?? null;
  }

  #accountWithMost(): number | null {
    const accounts = [...this.#traces.values()].map(({ accountId }) => accountId);
    return accounts.reduce((most, accountId) =>
      this.count(accountId) > this.count(most) ? accountId : most,
    );
  }

  #removeOldest(ofAccountId: number | null): void {
    for (const [key, { accountId }] of this.#traces) {
      if (accountId !== ofAccountId) continue;
      this.#traces.delete(key);
      return;
    }
  }

  #stepOf(chainId: number): Step | null {
    const chain = this.#directory.chainById(chainId);
    if (chain === undefined || !chain.ok) return null;
    this.#recorder.begin();
    const known = this.#observed.get(chainId);
    if (known?.version === chain.version) return known.run;
    const observed = this.#directory.compileObserved(chain, this.#recorder);
    if (!observed.ok) return null;
    this.#observed.set(chainId, { version: chain.version, run: observed.run });
    return observed.run;
  }
}

export interface TraceLimits {
  readonly perAccount: number;
  readonly total: number;
}

interface Trace {
  readonly target: TraceTarget;
  /** Null where it is not known whose the target is, as of a device without sensors. */
  readonly accountId: number | null;
  untilMs: number;
  seen: number;
  readonly runs: TracedRun[];
}

interface ObservedChain {
  readonly version: number;
  readonly run: Step;
}

function keyOf(target: TraceTarget): string {
  return target.kind === "chain" ? `chain ${target.chainId}` : `device ${target.deviceId}`;
}

function matches(target: TraceTarget, deviceId: number, chainId: number): boolean {
  return target.kind === "chain" ? target.chainId === chainId : target.deviceId === deviceId;
}
