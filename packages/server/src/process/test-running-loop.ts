import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { createLog, type Log } from "../platform/log.ts";
import { at } from "../queue/test-positions.ts";
import { ActivityWriter } from "./activity-writer.ts";
import { BatteryPurger } from "./battery-purger.ts";
import { ConnectionWriter } from "./connection-writer.ts";
import { MergeWalk } from "./merge-walk.ts";
import { OutageLog } from "./outage-log.ts";
import { PartitionScope } from "./partition-scope.ts";
import type { FromProcessor, ProcessorProgress, ToProcessor } from "./process-messages.ts";
import { ProcessorLoop } from "./processor-loop.ts";
import { Purger } from "./purger.ts";
import { RowFiling } from "./row-filing.ts";
import { TestProcessing } from "./test-processing.ts";

/** For tests: a loop that runs in this process, on its own queue and store, and records everything it reports. */
export class RunningLoop implements AsyncDisposable {
  readonly scene: TestProcessing;
  readonly reports: ProcessorProgress[] = [];
  /** Tickets of finished flushes, with the position that was settled by then. */
  readonly flushed = new Map<number, number>();
  readonly logLines: string[] = [];
  readonly removedSensors: number[] = [];
  readonly deletedDevices = new Set<number>();
  /** Called when a round has written connections, before the rest of the round. */
  onConnectionsWritten: () => void = () => undefined;
  /** Called when a flush is finished, before the loop continues. */
  onFlushed: () => void = () => undefined;
  readonly #scope: PartitionScope;
  readonly #loop: ProcessorLoop;
  #running: Promise<void>;

  /** Resolves when the loop has reported the position of the store. */
  static async start(scene = new TestProcessing(), scope = new PartitionScope(0, 1)): Promise<RunningLoop> {
    const loop = new RunningLoop(scene, scope);
    await waitUntil("the loop has begun", () => loop.reports.length > 0);
    return loop;
  }

  private constructor(scene: TestProcessing, scope: PartitionScope) {
    this.scene = scene;
    this.#scope = scope;
    const processor = scene.processor();
    const { housekeeping, chains } = scene;
    const log = this.#log();
    const kept = { store: housekeeping, epoch: 0, clock: { nowMs: () => scene.nowMs } };
    this.#loop = new ProcessorLoop({
      processor,
      chains,
      settlement: scene.settlement,
      connections: this.#connectionWriter(),
      ruleCheck: scene.ruleCheck(processor),
      removedSensors: () => this.removedSensors,
      scope: this.#scope,
      housekeeping: {
        purger: new Purger({
          ...kept,
          removedSensors: () => this.removedSensors,
          keptDays: () => [],
          onPurged: async () => undefined,
        }),
        batteryPurger: new BatteryPurger({ ...kept, keptDays: () => null }),
        rowFiling: new RowFiling(kept),
        mergeWalk: new MergeWalk(kept),
        tidyStatistics: () => housekeeping.tidyStatistics(scene.nowMs, 0),
      },
      activityWriter: this.#activityWriter(),
      log,
      outage: new OutageLog(log),
      send: (message) => this.#note(message),
      answer: async () => null,
      refresh: async (deviceIds) => deviceIds === null,
      reviewHeld: () => undefined,
      feed: scene.feed,
    });
    this.#running = this.#loop.run();
  }

  get last(): ProcessorProgress {
    return this.reports.at(-1)!;
  }

  tell(message: ToProcessor): void {
    void this.#loop.receive(message);
  }

  settled(readings: number): Promise<void> {
    return waitUntil(
      `${readings} readings are settled`,
      () => this.last.saved + this.last.ended === readings,
    );
  }

  async flush(ticket: number): Promise<void> {
    this.tell({ kind: "flush", ticket, position: at(this.scene.log.totals().position) });
    await waitUntil(`flush ${ticket} comes back`, () => this.flushed.has(ticket));
  }

  async stop(): Promise<void> {
    this.tell({ kind: "stop" });
    await this.#running;
  }

  runAgain(): Promise<void> {
    return this.#loop.run();
  }

  /** Breaks the loop with these faults and returns what it rejects with. */
  async rejection(...faults: Error[]): Promise<unknown> {
    for (const fault of faults) this.#loop.fail(fault);
    const rejection = await this.#running.catch((error: unknown) => error);
    this.#running = Promise.resolve();
    return rejection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.scene[Symbol.dispose]();
  }

  #log(): Log {
    return createLog("debug", "processor", (line) => this.logLines.push(line));
  }

  #connectionWriter(): ConnectionWriter {
    const writer = new ConnectionWriter({
      store: this.scene.activityKeeper,
      epoch: 0,
      hasDevice: (deviceId) => !this.deletedDevices.has(deviceId),
    });
    const write = writer.write.bind(writer);
    writer.write = async () => {
      await write();
      this.onConnectionsWritten();
    };
    return writer;
  }

  #activityWriter(): ActivityWriter {
    return new ActivityWriter({
      store: this.scene.activityKeeper,
      epoch: 0,
      deviceIds: (deviceId) => [deviceId ?? 9].filter((id) => !this.deletedDevices.has(id)),
      isOwn: (deviceId) => this.#scope.hasDevice(deviceId),
      hasAccount: () => true,
      tenantOf: (accountId) => accountId,
      clock: { nowMs: () => this.scene.nowMs },
      log: this.#log(),
    });
  }

  #note(message: FromProcessor): void {
    if (message.kind === "progress") this.reports.push(message.progress);
    if (message.kind !== "flushed") return;
    this.flushed.set(message.ticket, this.last.position.sequence);
    this.onFlushed();
  }
}
