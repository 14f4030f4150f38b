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
interface TracedRun {
  readonly sensorUuid: string;
  readonly sensorSlug: string;
  readonly deviceUuid: string;
  readonly chainUuid: string;
  readonly chainVersion: number;
  readonly atUs: number;
  readonly value: number;
  readonly metadata: string;
  readonly outcome: SettledFate;
  /** Why the reading became a dead letter, or null. */
  readonly reason: string | null;
  readonly steps: readonly TraceStep[];
}

/** `already_stored`: the reading reached a save step, but the store had the same time and value already. */

export interface TraceReport {
  readonly target: TraceTarget;
  readonly untilMs: number;
  /** How many readings passed since the trace began. Only the last of them are kept. */
  readonly seen: number;
  readonly runs: readonly TracedRun[];
}

const tracedRunsMax = 200;
/** The default limit per account. Past it, the account's oldest trace is dropped. */
const tracesPerAccount = 16;
/** The limit for all accounts together. Past it, the account with the most traces loses its oldest. */
const tracesMax = 256;

/**
 * Traces that are switched on, and the readings they recorded. A traced reading runs through a second compilation of
 * its chain, so that other readings pay nothing. Traces live in memory: a restart of the processor ends them.
 */
export class Traces {
  readonly #directory: ChainDirectory;
  readonly #traces = new Map<string, Trace>();
  readonly #recorder = new TraceRecorder();
  readonly #observed = new Map<number, ObservedChain>();
  /** The traced readings of the open batch, by their number in it. */
  readonly #inBatch = new Map<number, { outcome: SettledFate }>();
  readonly #limits: TraceLimits;
  #isOn = false;

  constructor(directory: ChainDirectory, limits: Partial<TraceLimits> = {}) {
    this.#directory = directory;
    this.#limits = { perAccount: tracesPerAccount, total: tracesMax, ...limits };
  }

  /** Whether any reading may be traced. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts a trace. If the target is traced already, its trace starts again. */
  start(target: TraceTarget, untilMs: number): void {
    const key = keyOf(target);
    this.#traces.delete(key);
    const accountId = this.#accountOf(target);
    if (this.count(accountId) >= this.#limits.perAccount) this.#removeOldest(accountId);
    if (this.#traces.size >= this.#limits.total) this.#removeOldest(this.#accountWithMost());
    this.#traces.set(key, { target, accountId, untilMs, seen: 0, runs: [] });
    this.#isOn = true;
  }

  /** Counts the traces of the account, or only those of its devices, ended ones included. */
  count(accountId: number | null, which: "all" | "device" = "all"): number {
    let count = 0;
    for (const trace of this.#traces.values())
      if (trace.accountId === accountId && (which === "all" || trace.target.kind === which)) count++;
    return count;
  }

  /** Ends a trace and keeps its readings. */
  stop(target: TraceTarget): void {
    const trace = this.#traces.get(keyOf(target));
    if (trace !== undefined) trace.untilMs = 0;
  }

  report(target: TraceTarget): TraceReport | null {
    return this.#traces.get(keyOf(target)) ?? null;
  }

  /** Returns the step that traces the reading, or null if nobody traces this sensor. Call `finish` after it. */
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

  /**
   * Corrects a reading of the batch that was assumed saved: only after writing the batch does the store know that it
   * was stored already.
   */
  alreadyStored(number: number): void {
    const run = this.#inBatch.get(number);
    if (run !== undefined) run.outcome = "already_stored";
  }

  /** Called when a reading of the batch has run through its chain; `fared` is its result. */
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

interface TraceLimits {
  readonly perAccount: number;
  readonly total: number;
}

interface Trace {
  readonly target: TraceTarget;
  /** Null if the account of the target is unknown, as for a device without sensors. */
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
