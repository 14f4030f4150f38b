import {
  openQueueReader,
  openRecipientStandings,
  openStore,
  readControl,
} from "../installation/open-installation.ts";
import { systemClock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import { answerRequest } from "../process/answer-request.ts";
import { BatteryPurger } from "../process/battery-purger.ts";
import { ChainDirectory } from "../process/chains/chain-directory.ts";
import { ChainRecords } from "../process/chains/chain-records.ts";
import { ReadingRun } from "../process/chains/reading-run.ts";
import { FairTurns } from "../process/fair-turns.ts";
import { LiveFeed } from "../process/live-feed.ts";
import { MergeWalk } from "../process/merge-walk.ts";
import { NoticedRequests } from "../process/noticed-requests.ts";
import type { FromProcessor, ToProcessor } from "../process/process-messages.ts";
import { Processor } from "../process/processor.ts";
import { ProcessorLoop } from "../process/processor-loop.ts";
import { Purger } from "../process/purger.ts";
import { ControlMemory } from "./process/control-memory.ts";
import { Delivery } from "./process/delivery.ts";

/** Readings become too old also while nothing arrives. */
const lookForOldReadingsMs = 60_000;
/** How long it waits for the server's first word before it starts by itself. */
const greetingMs = 1000;

/**
 * The role that processes and delivers, as a process of its own beside the server. It ends when the server tells
 * it to, and also when the server is gone; Ctrl-C reaches both, and only the server acts on it.
 */
export async function runProcess(dataDir: string, log: Log): Promise<void> {
  const control = readControl(dataDir);
  const standings = openRecipientStandings(dataDir);
  const queue = openQueueReader(dataDir);
  const opened = openStore(dataDir);
  const { store, silenceAlarms, outbox, held, mailCounts, receipts, statistics } = opened;
  const { activity, remover, identities } = opened;
  const memory = new ControlMemory(control);
  await memory.refresh(null);
  const chains = new ChainDirectory(memory);
  const records = new ChainRecords(opened.chainStore);
  const send = (message: FromProcessor) => void process.send?.(message);
  const delivery = new Delivery({
    ...{ dataDir, control, standings, outbox, held, mailCounts, log },
    askRecipient: (accountId, address) => send({ kind: "ask recipient", accountId, address }),
    onSettled: () => loop.storeChanged(),
    onFault: (error) => loop.fail(error),
  });
  const feed = new LiveFeed((events) => send({ kind: "live", events }));
  const run = new ReadingRun();
  const live = {
    ...{ store, records, receipts, statistics, outbox: delivery.writer },
    ...{ run, clock: systemClock, log, feed },
  };
  const processor = new Processor(queue, chains, live, new FairTurns(opened.backlog, chains));
  const purger = new Purger(
    () => memory.removedSensors(),
    store,
    (sensorId) => processor.change(() => records.forgetSensor(sensorId)),
    { keptDays: () => memory.keptDays(chains.sources()), remover, clock: systemClock },
  );
  const batteryPurger = new BatteryPurger({
    levels: opened.batteryLevels,
    keptDays: (deviceId) => memory.batteryKeptDays(deviceId),
    clock: systemClock,
  });
  const mergeWalk = new MergeWalk({ rows: store.rowMerger, clock: systemClock });
  const noticed = new NoticedRequests({
    ...{ store, activity, statistics, clock: systemClock, log },
    deviceIds: (deviceId) => memory.deviceIds(deviceId),
  });
  const loop = new ProcessorLoop({
    ...{ processor, store, chains, purger, batteryPurger, mergeWalk, noticed, log, send, feed },
    answer: (request) =>
      answerRequest(request, {
        processor,
        chains,
        traces: processor.traces,
        outbox: delivery.store,
        held,
        live,
        silenceAlarms,
        deviceUuid: (deviceId) => memory.deviceUuid(deviceId),
        remover,
        activity,
        identities,
      }),
    deliver: (settings) => delivery.start(settings),
    reviewHeld: () => delivery.reviewHeld(),
  });

  setInterval(() => loop.storeChanged(), lookForOldReadingsMs).unref();
  // What the server says first, such as who watches, has to be known before the first readings are settled.
  const greeted = Promise.withResolvers<void>();
  // A change is read before it is applied, and whatever comes after it waits for that.
  let received: Promise<void> = Promise.resolve();
  process.on("message", (message: ToProcessor) => {
    received = received.then(async () => {
      try {
        if (message.kind === "changed") await memory.refresh(message.deviceIds);
        loop.receive(message);
      } catch (error) {
        loop.fail(error);
      }
      setImmediate(greeted.resolve);
    });
  });
  process.on("disconnect", () => process.exit(0));
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => {
    loop.receive({ kind: "stop" });
    greeted.resolve();
  });
  try {
    await Promise.race([greeted.promise, Bun.sleep(greetingMs)]);
    await loop.run();
  } catch (error) {
    log.error("the store failed and cannot be trusted; ending", { reason: reasonOf(error) });
    // Not a clean exit, which would close the file and so write to it once more.
    process.kill(process.pid, "SIGKILL");
  }
  await delivery.stop();
  store.close();
  queue.close();
  standings.close();
  await control.close();
  process.exit(0);
}
