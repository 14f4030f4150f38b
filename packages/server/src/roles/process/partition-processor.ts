import type { ProcessorQuestion } from "../../bus/messages.ts";
import type { Config } from "../../config/settings.ts";
import type { OpenedStore } from "../../installation/installation.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { ActivityWriter } from "../../process/activity-writer.ts";
import { RuleCheck, ruleCheckMs } from "../../process/alerts/rule-check.ts";
import { answerRequest } from "../../process/answer-request.ts";
import { BatteryPurger } from "../../process/battery-purger.ts";
import { ChainDirectory, type ChainSource } from "../../process/chains/chain-directory.ts";
import { ChainRecords } from "../../process/chains/chain-records.ts";
import { ReadingRun } from "../../process/chains/reading-run.ts";
import { Traces } from "../../process/chains/traces.ts";
import { ConnectionWriter } from "../../process/connection-writer.ts";
import { FairTurns } from "../../process/fair-turns.ts";
import { LiveFeed } from "../../process/live-feed.ts";
import { MergeWalk } from "../../process/merge-walk.ts";
import { NewIds } from "../../process/new-ids.ts";
import { Notifier } from "../../process/notifications/notifier.ts";
import { OpenBatch } from "../../process/open-batch.ts";
import type { OutageLog } from "../../process/outage-log.ts";
import { OutboxRoom } from "../../process/outbox-room.ts";
import { PartitionScope } from "../../process/partition-scope.ts";
import type { FromProcessor, ToProcessor } from "../../process/process-messages.ts";
import { Processor } from "../../process/processor.ts";
import { ProcessorLoop } from "../../process/processor-loop.ts";
import type { HousekeepingParts } from "../../process/processor-parts.ts";
import { Purger } from "../../process/purger.ts";
import { RowFiling } from "../../process/row-filing.ts";
import { StoredReadings } from "../../process/stored-readings.ts";
import type { OwnedPartition } from "../../queue/ownership.ts";
import type { QueueReader } from "../../queue/queue-reader.ts";
import type { ControlMemory } from "./control-memory.ts";
import type { Delivery } from "./delivery.ts";
import { LoopQuestions } from "./loop-questions.ts";
import type { SensorOfAccount } from "./sensor-accounts.ts";

/** Readings also become too old while nothing arrives. */
const lookForOldReadingsMs = 60_000;
/** Messages about new readings may be lost, so the processor also looks by itself. */
const lookForReadingsMs = 5000;

/** What all partitions of a process share. */
export interface SharedProcessing {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly partitions: number;
  readonly queue: QueueReader;
  readonly store: OpenedStore;
  readonly outage: OutageLog;
  readonly memory: ControlMemory;
  readonly delivery: Delivery;
  /** All sensors of the installation; null if the only partition has them. */
  readonly allSensors: (() => Iterable<SensorOfAccount>) | null;
  /** Reads changed control data again, for all partitions of the process. */
  readonly refresh: (deviceIds: readonly number[] | null) => Promise<boolean>;
  /** Sends messages to others that are not answers. */
  readonly tell: (message: FromProcessor) => void;
  /** Called with the accounts that have reached their limit of stored readings. */
  readonly tellFull: (accountIds: readonly number[]) => void;
}

/** Everything of one owned partition: its memory, and the loop that settles it. It ends with the ownership. */
export class PartitionProcessor {
  readonly partition: number;
  readonly loop: ProcessorLoop;
  /** Null unless this partition counts for all. */
  readonly stored: StoredReadings | null;
  readonly #questions = new LoopQuestions();
  readonly #looking: Timer[] = [];

  constructor(shared: SharedProcessing, { partition, epoch }: OwnedPartition) {
    const { config, log, clock, queue, store, memory, delivery } = shared;
    const { settlement, held, identities } = store;
    const scope = new PartitionScope(partition, shared.partitions);
    const queries = store.queriesOf(partition);
    const activityKeeper = store.activityKeeperOf(partition);
    const housekeeping = store.housekeepingOf(partition);
    const chains = new ChainDirectory(sourceWithin(memory, scope));
    const batch = new OpenBatch();
    const room = new OutboxRoom(queries);
    const notifier = new Notifier({
      batch,
      room,
      clock,
      log,
      rulesOf: (accountId) => memory.notificationRulesOf(accountId),
      sourceOf: (sensorId) => chains.of(sensorId)?.source ?? null,
      device: (deviceId) => memory.device(deviceId),
    });
    const records = new ChainRecords(batch, queries, new NewIds(scope, clock), notifier);
    const send = (message: FromProcessor): void => {
      if (!this.#questions.take(message)) shared.tell(message);
    };
    const feed = new LiveFeed((events) => send({ kind: "live", events }));
    const host = {
      batch,
      records,
      room,
      run: new ReadingRun(),
      clock,
      log,
      feed,
    };
    const turns = new FairTurns({
      batch,
      queries,
      chains,
      tenantOf: (accountId) => memory.tenantOf(accountId),
      settings: { turnMs: config.processingShare * 10, parkedBytesMax: config.parkedBytes },
    });
    const hasDevice = (deviceId: number): boolean => memory.device(deviceId) !== null;
    const traces = new Traces(chains, { perAccount: config.tracesPerAccount });
    const processor = new Processor({
      ...host,
      scope,
      queue,
      chains,
      turns,
      traces,
      settlement,
      queries,
      epoch,
      hasDevice,
      onSent: () => delivery.wake(),
    });
    this.partition = partition;
    this.stored = scope.isFirst ? countStored(shared, shared.allSensors ?? (() => chains.sources())) : null;
    const ruleCheck = new RuleCheck({
      processor,
      chains,
      turns,
      host,
      queries,
      deletedRules: (ruleIds) => memory.deletedRules(ruleIds),
    });
    this.loop = new ProcessorLoop({
      ruleCheck,
      processor,
      settlement,
      chains,
      log,
      outage: shared.outage,
      send,
      feed,
      scope,
      housekeeping: keepHouse(processor),
      removedSensors: () => memory.removedSensors(),
      activityWriter: new ActivityWriter({
        store: activityKeeper,
        epoch,
        clock,
        log,
        deviceIds: (deviceId) => memory.deviceIds(deviceId),
        isOwn: (deviceId) => scope.hasDevice(deviceId),
        hasAccount: (accountId) => memory.hasAccount(accountId),
        tenantOf: (accountId) => memory.tenantOf(accountId),
      }),
      connections: new ConnectionWriter({
        store: activityKeeper,
        epoch,
        hasDevice,
      }),
      answer: (request) =>
        answerRequest(request, {
          scope,
          processor,
          chains,
          traces,
          held,
          host,
          queries,
          activityKeeper,
          epoch,
          housekeeping,
          identities,
          outbox: delivery.store,
          deviceUuid: (deviceId) => memory.deviceUuid(deviceId),
          stored: this.stored ?? nothingCounted,
        }),
      refresh: shared.refresh,
      reviewHeld: () => delivery.reviewHeld(),
    });
    this.#lookEvery(lookForOldReadingsMs, () => this.loop.storeChanged());
    this.#lookEvery(ruleCheckMs, () => {
      if (ruleCheck.isNeeded) this.loop.look();
    });
    if (scope.partitions > 1)
      this.#lookEvery(lookForReadingsMs, () => void this.loop.receive({ kind: "appended" }));

    function keepHouse(owner: Processor): HousekeepingParts {
      const work = { store: housekeeping, epoch, clock };
      return {
        purger: new Purger({
          ...work,
          // Nobody writes readings of removed sensors, so one owner can delete those of all partitions.
          removedSensors: () => (scope.isFirst ? memory.removedSensors() : []),
          keptDays: () => memory.keptDays(chains.sources()),
          onPurged: (sensorId) => owner.change(() => records.forgetSensor(sensorId)),
        }),
        batteryPurger: new BatteryPurger({
          ...work,
          keptDays: (deviceId) => memory.batteryKeptDays(deviceId),
        }),
        rowFiling: new RowFiling({ store: housekeeping, epoch }),
        mergeWalk: new MergeWalk({
          ...work,
          ...(scope.partitions === 1 ? {} : { isOwn: (sensorId) => chains.of(sensorId) !== null }),
        }),
        tidyStatistics: () => housekeeping.tidyStatistics(clock.nowMs(), epoch),
      };
    }
  }

  /** Resolves when the loop has stopped. Rejects if it cannot continue. */
  async run(): Promise<void> {
    this.stored?.start();
    try {
      await this.loop.run();
    } catch (error) {
      this.#questions.refuse(error);
      throw error;
    } finally {
      this.stored?.stop();
      for (const timer of this.#looking) clearInterval(timer);
    }
  }

  ask(question: ProcessorQuestion): Promise<unknown> {
    return this.#questions.ask(question, this.loop);
  }

  receive(message: ToProcessor): Promise<void> {
    return this.loop.receive(message);
  }

  #lookEvery(ms: number, look: () => void): void {
    this.#looking.push(setInterval(look, ms).unref());
  }
}

const nothingCounted = { of: () => null, accountsAbove: () => [] };

function countStored(
  { config, store, log, clock, tellFull }: SharedProcessing,
  sensors: () => Iterable<SensorOfAccount>,
): StoredReadings {
  return new StoredReadings({
    max: config.storedReadingsPerAccount === 0 ? null : config.storedReadingsPerAccount,
    sensors,
    counts: store.storedCounts,
    clock,
    log,
    tell: tellFull,
  });
}

/** All chains, and the sensors of the partition's devices. */
function sourceWithin(memory: ControlMemory, scope: PartitionScope): ChainSource {
  if (scope.partitions === 1) return memory;
  return {
    chains: () => memory.chains(),
    sensors: (deviceId) => memory.sensors(deviceId).filter(({ source }) => scope.hasDevice(source.deviceId)),
  };
}
