import type { Bus, Changes } from "../bus/bus.ts";
import { MemberUnavailableError } from "../bus/bus-errors.ts";
import type { Events, ProcessQuestion } from "../bus/messages.ts";
import { changedDevices } from "../control/changed-devices.ts";
import type { FromProcessor } from "../process/process-messages.ts";
import { deliverySettings } from "./deliver/delivery-settings.ts";
import { PageWatches } from "./page-watches.ts";
import { ControlMemory } from "./process/control-memory.ts";
import { Delivery } from "./process/delivery.ts";
import { DeliveryTurn } from "./process/delivery-turn.ts";
import { PartitionProcessors } from "./process/partition-processors.ts";
import { SensorAccounts } from "./process/sensor-accounts.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";
import { WorkReports } from "./work-reports.ts";

/** How long the processor waits for the answer of the manage role before it begins. */
const greetingMs = 1000;

export interface ProcessRole extends RunningRole {
  /** Resolves when the role has stopped. Rejects if the store failed and cannot be trusted. */
  readonly ended: Promise<void>;
}

/**
 * The role that runs chains over accepted readings and stores what they save, for the partitions that this process
 * owns. On one machine it also delivers the messages of chains.
 */
export async function startProcess(options: RoleOptions): Promise<ProcessRole> {
  const { installation, config, log, onDrained } = options;
  const { partitions, clock } = installation;
  const isOnOneMachine = installation.dataFolder !== null;
  const bus = await installation.openBus("process", log);
  const control = await installation.readControl();
  const queue = await installation.openQueueReader();
  const store = await installation.openStore();
  const sensorAccounts = partitions === 1 ? null : new SensorAccounts();
  const tell = (message: FromProcessor) => tellOthers(bus, message);
  const reports = new WorkReports({ tell: (report) => bus.tell("manage", report), clock });
  const { outbox, held, mailCounts, channelHours } = store;
  const delivery = new Delivery(
    {
      control,
      outbox,
      held,
      mailCounts,
      channelHours,
      clock,
      log,
      loadKey: () => installation.loadKey(),
      askRecipient: (accountId, address) => tell({ kind: "ask recipient", accountId, address }),
      onAttempt: (failure) => reports.attempted("delivery", failure),
    },
    () => {
      bus.tell("deliver", { kind: "messages" });
      // On one machine, one of the processors delivers for all.
      if (isOnOneMachine) bus.tell("process", { kind: "messages" });
    },
  );
  const claims = store.claimPartitions(log);
  const processors = new PartitionProcessors({
    config,
    log,
    clock,
    partitions,
    keepsPartitions: isOnOneMachine,
    queue,
    store,
    delivery,
    tell,
    memory: new ControlMemory(control, sensorAccounts, config.clockBehindDays),
    allSensors: sensorAccounts === null ? null : () => sensorAccounts.all(),
    tellFull: (accountIds) => bus.tell("ingest", { kind: "store full", accountIds }),
    onAttempt: (failure) => reports.attempted("settling", failure),
    onLost: (owned) => claims.lost(owned),
  });
  // Partitions are claimed before anything about them is read into memory. From then on, nobody else changes it.
  await claims.begin(processors);
  const deliveryTurn =
    // Nobody tells a processor without partitions about messages.
    installation.dataFolder === null || processors.owned.length === 0
      ? null
      : new DeliveryTurn({
          dataFolder: installation.dataFolder,
          log,
          begin: () =>
            delivery.start(deliverySettings(config), {
              onSettled: () => processors.storeChanged(),
              onFault: (error) => processors.fail(error),
            }),
          end: () => delivery.stop(),
        });
  deliveryTurn?.start();
  await bus.follow((changes) => apply(changes, processors));
  let watching = Promise.resolve();
  const watches = new PageWatches((accountIds) => {
    watching = processors.watch(accountIds);
  });
  bus.attend({
    answer(asked) {
      const question = asked as ProcessQuestion;
      // Readings of new sensors would be skipped, like those of removed ones.
      if (question.kind === "save readings" && !installation.mayAct())
        throw new MemberUnavailableError("process");
      return question.kind === "watching" ? watching.then(() => null) : processors.answer(question);
    },
    hear(told, sender) {
      const event = told as Events["process"];
      if (event.kind === "watch") watches.told(sender, event.accountIds);
      else if (event.kind === "messages") delivery.told();
      else processors.hear(event);
    },
    joined(role) {
      if (role === "ingest") processors.tellAgain();
      // Whoever delivers may have missed what was said before there was a link.
      if (role === "process" && isOnOneMachine) bus.tell("process", { kind: "messages" });
    },
    left: (sender) => watches.left(sender),
  });
  // The watched accounts have to be known before the first readings are settled.
  watches.answered(await bus.ask("manage", { kind: "watched" }, { timeoutMs: greetingMs }).catch(() => []));
  await watching;
  await processors.begin();
  const stopped = Promise.withResolvers<void>();
  const ended = Promise.race([stopped.promise, processors.broken]);
  return {
    ended,
    async stop() {
      onDrained?.();
      await Promise.race([claims.end(), processors.broken]);
      await deliveryTurn?.stop();
      await bus.close();
      await store.close();
      await queue.close();
      await control.close();
      stopped.resolve();
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

/** Applies changes of control data to the processors. */
async function apply(changes: Changes, processors: PartitionProcessors): Promise<void> {
  if (changes === "everything") {
    await processors.changed(null);
    await processors.recipientsChanged();
    return;
  }
  const deviceIds = changedDevices(changes);
  const isOther = changes.some(
    ({ kind }) => kind === "account" || kind === "chain" || kind === "alert rules",
  );
  // The channels of a person end with the membership.
  const isOfNotifications = changes.some(({ kind }) => kind === "notifications" || kind === "people");
  const isOfRecipients = changes.some(({ kind }) => kind === "people" || kind === "recipients");
  if (deviceIds.length > 0) await processors.changed(deviceIds);
  if (isOther) await processors.changed(null);
  else if (isOfNotifications) await processors.notificationsChanged();
  if (isOfRecipients) await processors.recipientsChanged();
}
