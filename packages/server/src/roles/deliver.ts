import type { ControlChange } from "../control/control.ts";
import { createDeliverer } from "./deliver/create-deliverer.ts";
import { deliverySettings } from "./deliver/delivery-settings.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";
import { WorkReports } from "./work-reports.ts";

/** How often it looks for messages that nobody has told it about. */
const lookEveryMs = 1000;

export interface DeliverRole extends RunningRole {
  /** Resolves when the role has stopped. Rejects if the store failed and cannot be trusted. */
  readonly ended: Promise<void>;
}

/**
 * The role that delivers the messages of chains, in a process of its own. If no such process runs, the processor
 * delivers.
 */
export async function startDeliver(options: RoleOptions): Promise<DeliverRole> {
  const { installation, config, log, onDrained } = options;
  const bus = await installation.openBus("deliver", log);
  const control = await installation.readControl();
  const { outbox, held, mailCounts, channelHours, close } = await installation.openOutbox();
  const { clock } = installation;
  const reports = new WorkReports({ tell: (report) => bus.tell("manage", report), clock });
  const deliverer = createDeliverer(deliverySettings(config), {
    control,
    outbox,
    held,
    mailCounts,
    channelHours,
    clock,
    log,
    loadKey: () => installation.loadKey(),
    askRecipient: (accountId, address) => bus.tell("manage", { kind: "ask recipient", accountId, address }),
    onAttempt: (failure) => reports.attempted("delivery", failure),
  });
  await bus.follow((changes) => {
    if (changes === "everything" || changes.some(isOfRecipients)) deliverer.review();
  });
  bus.attend({
    answer: () => Promise.reject(new Error("Deliverers answer no questions.")),
    hear: () => deliverer.wake(),
    joined: () => undefined,
    left: () => undefined,
  });
  const looking = setInterval(() => deliverer.wake(), lookEveryMs);
  const ended = deliverer.run().then(async () => {
    clearInterval(looking);
    await bus.close();
    await close();
    await control.close();
  });
  return {
    ended,
    async stop() {
      onDrained?.();
      await deliverer.stop();
      await ended;
    },
  };
}

function isOfRecipients({ kind }: ControlChange): boolean {
  return kind === "people" || kind === "recipients";
}
