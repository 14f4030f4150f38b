import type { Bus, Changes } from "../bus/bus.ts";
import type { ProcessQuestion, ToldToProcessor, WatchedAccounts } from "../bus/messages.ts";
import { systemClock } from "../platform/clock.ts";
import { ActivityWriter } from "../process/activity-writer.ts";
import { answerRequest } from "../process/answer-request.ts";
import { BatteryPurger } from "../process/battery-purger.ts";
import { ChainDirectory } from "../process/chains/chain-directory.ts";
import { ChainRecords } from "../process/chains/chain-records.ts";
import { ReadingRun } from "../process/chains/reading-run.ts";
import { Traces } from "../process/chains/traces.ts";
import { ConnectionWriter } from "../process/connection-writer.ts";
import { FairTurns } from "../process/fair-turns.ts";
import { LiveFeed } from "../process/live-feed.ts";
import { MergeWalk } from "../process/merge-walk.ts";
import { OpenBatch } from "../process/open-batch.ts";
import { OutboxRoom } from "../process/outbox-room.ts";
import type { FromProcessor, ToProcessor } from "../process/process-messages.ts";
import { Processor } from "../process/processor.ts";
import { ProcessorLoop } from "../process/processor-loop.ts";
import { Purger } from "../process/purger.ts";
import { RowFiling } from "../process/row-filing.ts";
import { StoredReadings } from "../process/stored-readings.ts";
import { onlyPartition } from "../queue/position.ts";
import { deliverySettings } from "./deliver/delivery-settings.ts";
import { ControlMemory } from "./process/control-memory.ts";
import { Delivery } from "./process/delivery.ts";
import { DeliveryTurn } from "./process/delivery-turn.ts";
import { LoopQuestions } from "./process/loop-questions.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";

/** Readings become too old also while nothing arrives. */
const lookForOldReadingsMs = 60_000;
/** How long it waits for the manage role's first word, where that is there, before it begins. */
const greetingMs = 1000;

export interface ProcessRole extends RunningRole {
  /** Resolves when it has stopped; rejects when the store failed and cannot be trusted. */
  readonly ended: Promise<void>;
}

/** The role that runs chains over what was accepted, stores what they save, and delivers what they send. */
export async function startProcess({ installation, config, log }: RoleOptions): Promise<ProcessRole> {
  const bus = await installation.openBus("process", log);
  const control = await installation.readControl();
  const queue = await installation.openQueueReader();
  const opened = await installation.openStore();
  // Before anything is read that is kept in memory: from here on nobody else changes it.
  const { epoch } = await opened.ownership.take(onlyPartition);
  const { settlement, housekeeping, outbox, held, mailCounts, identities } = opened;
  const queries = opened.queriesOf(onlyPartition);
  const activityKeeper = opened.activityKeeperOf(onlyPartition);
  const memory = new ControlMemory(control);
  await memory.refresh(null);
  const chains = new ChainDirectory(memory);
  const batch = new OpenBatch();
  const records = new ChainRecords(batch, queries);
  const questions = new LoopQuestions();
  const send = (message: FromProcessor) => {
    if (!questions.take(message)) tellOthers(bus, message);
  };
  const delivery = new Delivery({
    ...{ control, outbox, held, mailCounts, log, loadKey: () => installation.loadKey() },
    askRecipient: (accountId, address) => send({ kind: "ask recipient", accountId, address }),
  });
  const feed = new LiveFeed((events) => send({ kind: "live", events }));
  const run = new ReadingRun();
  const host = {
    ...{ batch, records, room: new OutboxRoom(queries) },
    ...{ run, clock: systemClock, log, feed },
  };
  const turns = new FairTurns({
    ...{ batch, queries, chains },
    settings: { turnMs: config.processingShare * 10, parkedBytesMax: config.parkedBytes },
  });
  const traces = new Traces(chains, { perAccount: config.tracesPerAccount });
  const processor = new Processor({
    ...{ ...host, queue, chains, turns, traces, settlement, queries, epoch },
    onSent: () => delivery.wake(),
  });
  const purger = new Purger({
    ...{ store: housekeeping, epoch, clock: systemClock },
    removedSensors: () => memory.removedSensors(),
    keptDays: () => memory.keptDays(chains.sources()),
    onPurged: (sensorId) => processor.change(() => records.forgetSensor(sensorId)),
  });
  const batteryPurger = new BatteryPurger({
    ...{ store: housekeeping, epoch, clock: systemClock },
    keptDays: (deviceId) => memory.batteryKeptDays(deviceId),
  });
  const rowFiling = new RowFiling({ store: housekeeping, epoch });
  const mergeWalk = new MergeWalk({ store: housekeeping, epoch, clock: systemClock });
  const activityWriter = new ActivityWriter({
    ...{ store: activityKeeper, epoch, clock: systemClock, log },
    deviceIds: (deviceId) => memory.deviceIds(deviceId),
  });
  const stored = new StoredReadings({
    max: config.storedReadingsPerAccount === 0 ? null : config.storedReadingsPerAccount,
    sensors: () => chains.sources(),
    counts: opened.storedCounts,
    ...{ clock: systemClock, log },
    tell: (accountIds) => bus.tell("ingest", { kind: "store full", accountIds }),
  });
  stored.start();
  const loop = new ProcessorLoop({
    ...{
      processor,
      settlement,
      chains,
      purger,
      batteryPurger,
      rowFiling,
      mergeWalk,
      activityWriter,
      log,
      send,
      feed,
    },
    connections: new ConnectionWriter(activityKeeper, epoch),
    tidyStatistics: () => housekeeping.tidyStatistics(systemClock.nowMs(), epoch),
    answer: (request) =>
      answerRequest(request, {
        processor,
        chains,
        traces,
        outbox: delivery.store,
        held,
        host,
        queries,
        activityKeeper,
        epoch,
        deviceUuid: (deviceId) => memory.deviceUuid(deviceId),
        housekeeping,
        identities,
        stored,
      }),
    refresh: (deviceIds) => memory.refresh(deviceIds),
    reviewHeld: () => delivery.reviewHeld(),
  });

  setInterval(() => loop.storeChanged(), lookForOldReadingsMs).unref();
  const deliveryTurn =
    installation.dataFolder === null
      ? null
      : new DeliveryTurn({
          ...{ dataFolder: installation.dataFolder, log },
          begin: () =>
            delivery.start(deliverySettings(config), {
              onSettled: () => loop.storeChanged(),
              onFault: (error) => loop.fail(error),
            }),
          end: () => delivery.stop(),
        });
  deliveryTurn?.start();
  await bus.follow(async (changes) => {
    await Promise.all(toMessages(changes).map((message) => loop.receive(message)));
  });
  bus.attend({
    answer: (question) => questions.ask(question as ProcessQuestion, loop),
    hear: (event) => void loop.receive(event as ToldToProcessor | WatchedAccounts),
    joined: (role) => role === "ingest" && stored.tellAgain(),
  });
  // Who watches has to be known before the first readings are settled.
  const watched = await bus.ask("manage", { kind: "watched" }, { timeoutMs: greetingMs }).catch(() => []);
  await loop.receive({ kind: "watch", accountIds: watched });
  const ended = loop.run().then(async () => {
    stored.stop();
    await deliveryTurn?.stop();
    await bus.close();
    await opened.close();
    await queue.close();
    await control.close();
  });
  return {
    ended,
    stop() {
      void loop.receive({ kind: "stop" });
      return ended;
    },
  };
}

function tellOthers(bus: Bus, message: FromProcessor): void {
  switch (message.kind) {
    case "progress":
      bus.tell("ingest", message);
      bus.tell("manage", message);
      break;
    case "live":
    case "ask recipient":
      bus.tell("manage", message);
      break;
  }
}

/** What the processor has to know of changes of control data. */
function toMessages(changes: Changes): ToProcessor[] {
  if (changes === "everything") return [{ kind: "changed", deviceIds: null }, { kind: "recipients changed" }];
  const messages: ToProcessor[] = [];
  const devices = changes.filter((change) => change.kind === "device");
  const isOther = changes.some(({ kind }) => kind === "account" || kind === "chain");
  const isOfRecipients = changes.some(({ kind }) => kind === "people" || kind === "recipients");
  if (devices.length > 0)
    messages.push({ kind: "changed", deviceIds: devices.map(({ deviceId }) => deviceId) });
  if (isOther) messages.push({ kind: "changed", deviceIds: null });
  if (isOfRecipients) messages.push({ kind: "recipients changed" });
  return messages;
}
