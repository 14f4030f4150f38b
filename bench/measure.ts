import { type Load, newReadingsPerRequest, readingsPerRequest } from "./load/load.ts";
import { writePlan } from "./load/write-plan.ts";
import { machineBusyMs, ownCpuMs } from "./machine.ts";
import { partOf, processTree } from "./process-tree.ts";
import type { System, SystemName } from "./systems/system.ts";
import type { Workspace } from "./workspace.ts";
import { errorCount, runWrk, type WrkResult } from "./wrk.ts";

export interface Measurement {
  readonly system: SystemName;
  readonly round: number;
  readonly readingsPerSecond: number;
  /**
   * CPU of all processes of the system, from the start of the load until everything is drained and the system
   * is quiet.
   */
  readonly cpuUsPerReading: number;
  /** The same for each part of the system: a role of Weir, or a program. */
  readonly cpuUsByPart: Readonly<Record<string, number>>;
  readonly storedReadings: number;
  readonly drainMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * Cores used by other processes during the load: not by the system, the load generator or the benchmark.
   */
  readonly otherCores: number;
  /** Memory of all processes of the system at the end of the load, in MB: millions of bytes. */
  readonly rssMb: number;
}

/** A system counts as quiet after a second in which it did almost nothing. */
const quietWindowMs = 1000;
const quietCpuMs = 30;
/** Processes of a cluster talk to each other and to their engines even when there is nothing to do. */
const quietCpuMsOfProcess = 12;
const quietTimeoutMs = 60_000;
const drainTimeoutMs = 120_000;
const drainPollMs = 50;

/** One system under one load, for any number of runs. The times of readings continue from run to run. */
export class Bench {
  readonly system: System;
  readonly load: Load;
  readonly #workspace: Workspace;
  readonly #planPath: string;
  #nextSecond: number;

  constructor(workspace: Workspace, system: System, load: Load, firstSecond: number) {
    this.system = system;
    this.load = load;
    this.#workspace = workspace;
    this.#planPath = workspace.path("plan");
    this.#nextSecond = firstSecond;
    writePlan(this.#planPath, load, system.format);
  }

  async loadFor(seconds: number): Promise<WrkResult> {
    const { port, format } = this.system;
    const firstSecond = this.#nextSecond;
    const { load } = this;
    const planPath = this.#planPath;
    const run = { port, load, planPath, clock: format.clock, firstSecond, seconds };
    const result = await runWrk(this.#workspace, run);
    this.#nextSecond = result.lastSecond + 1;
    return result;
  }

  /** Loads the system and waits until it has processed everything. Throws if a reading is missing. */
  async measure(round: number, seconds: number): Promise<Measurement> {
    const { system } = this;
    await this.#workspace.run(["sync"]);
    await untilQuiet(system);
    const storedBefore = await system.storedReadings();
    const before = cpuOf(system);
    const busyBeforeMs = machineBusyMs() - ownCpuMs();

    const result = await this.loadFor(seconds);
    const loadedMs = performance.now();
    const busyMs = machineBusyMs() - ownCpuMs() - busyBeforeMs;
    const atEnd = cpuOf(system);
    const rssMb = atEnd.rssBytes / 1e6;
    await untilDrained(system);
    const drainMs = performance.now() - loadedMs;
    await untilQuiet(system);
    const after = cpuOf(system);

    const storedReadings = (await system.storedReadings()) - storedBefore;
    await this.#check(result, storedReadings);
    const sent = (storedReadings * readingsPerRequest(this.load)) / newReadingsPerRequest(this.load);
    const perReading = (cpuMs: number): number => (cpuMs * 1000) / sent;
    const elapsedMs = result.durationUs / 1000;
    return {
      system: system.name,
      round,
      readingsPerSecond: (result.requests * readingsPerRequest(this.load) * 1000) / elapsedMs,
      cpuUsPerReading: perReading(after.totalMs - before.totalMs),
      cpuUsByPart: Object.fromEntries(
        Object.entries(after.partMs).map(([part, cpuMs]) => [
          part,
          perReading(cpuMs - (before.partMs[part] ?? 0)),
        ]),
      ),
      storedReadings,
      drainMs,
      p50Ms: result.p50Us / 1000,
      p99Ms: result.p99Us / 1000,
      otherCores: Math.max(0, (busyMs - (atEnd.totalMs - before.totalMs) - result.cpuMs) / elapsedMs),
      rssMb,
    };
  }

  /**
   * Everything acknowledged must be stored. Only requests that were under way at the end may be stored in
   * addition.
   */
  async #check(result: WrkResult, stored: number): Promise<void> {
    const { system, load } = this;
    const acknowledged = result.requests * newReadingsPerRequest(load);
    const underWayMax = load.connections * readingsPerRequest(load);
    const problems = await system.faults(load.isOverlapping);
    if (errorCount(result) > 0) problems.push(`wrk saw errors: ${JSON.stringify(result)}`);
    if (acknowledged === 0) problems.push("not one request was answered");
    if (stored < acknowledged || stored > acknowledged + underWayMax) {
      problems.push(`${acknowledged} new readings were acknowledged, ${stored} are stored`);
    }
    if (problems.length > 0) throw new Error(`The run of ${system.name} is void: ${problems.join("; ")}`);
  }
}

interface CpuSample {
  readonly partMs: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly rssBytes: number;
}

function cpuOf({ name, pids }: System): CpuSample {
  const partMs: Record<string, number> = {};
  let [totalMs, rssBytes] = [0, 0];
  for (const pid of pids) {
    const tree = processTree(pid);
    if (tree.length === 0) throw new Error(`A process of ${name} has ended.`);
    for (const sample of tree) {
      const part = partOf(sample);
      partMs[part] = (partMs[part] ?? 0) + sample.cpuMs;
      totalMs += sample.cpuMs;
      rssBytes += sample.rssBytes;
    }
  }
  return { partMs, totalMs, rssBytes };
}

export async function untilDrained(system: System): Promise<void> {
  const deadlineMs = performance.now() + drainTimeoutMs;
  while (!(await system.isDrained())) {
    if (performance.now() > deadlineMs)
      throw new Error(`${system.name} was not drained in ${drainTimeoutMs} ms.`);
    await Bun.sleep(drainPollMs);
  }
}

/** Background work (merging, moving logs into files) is part of what a reading costs. */
async function untilQuiet(system: System): Promise<void> {
  const deadlineMs = performance.now() + quietTimeoutMs;
  const quietMs = Math.max(quietCpuMs, quietCpuMsOfProcess * system.pids.length);
  while (performance.now() < deadlineMs) {
    const beforeMs = cpuOf(system).totalMs;
    await Bun.sleep(quietWindowMs);
    if (cpuOf(system).totalMs - beforeMs <= quietMs) return;
  }
}
