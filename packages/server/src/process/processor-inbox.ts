import { unpackActivity } from "../activity/activity-recorder.ts";
import { OneAtATime } from "../platform/one-at-a-time.ts";
import type { PendingFlushes } from "./pending-flushes.ts";
import type { ToProcessor } from "./process-messages.ts";
import type { ProcessorAnswers } from "./processor-answers.ts";
import type { ProcessorParts } from "./processor-parts.ts";
import type { ProgressReports } from "./progress-reports.ts";

interface InboxParts extends ProcessorParts {
  readonly reports: ProgressReports;
  readonly flushes: PendingFlushes;
  readonly answers: ProcessorAnswers;
  /** Deletes what is kept for deleted chains and alert rules. */
  readonly forgetDeleted: () => Promise<void>;
  readonly checkRules: () => Promise<void>;
  /** Called after each message, because there may be something to do. */
  readonly onTaken: () => void;
  readonly fail: (fault: unknown) => void;
  readonly stop: () => void;
}

/** Passes messages and questions to the parts of the processor that they concern, in the order of arrival. */
export class ProcessorInbox {
  readonly #parts: InboxParts;
  readonly #messages = new OneAtATime();
  /** Whether there was activity or a connection to write, which may be of devices of any partition. */
  #hasCollected = false;

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  /** Resolves when this message and all earlier ones have taken effect; questions are answered later. */
  receive(message: ToProcessor): Promise<void> {
    return this.#messages.run(async () => {
      try {
        await this.#take(message);
      } catch (error) {
        // The message is lost. The next processor reads everything again when it starts.
        this.#parts.fail(error);
      }
      this.#parts.onTaken();
    });
  }

  async #take(message: ToProcessor): Promise<void> {
    const { refresh, connections, activityWriter, feed, reviewHeld, reports, flushes, answers, stop } =
      this.#parts;
    switch (message.kind) {
      case "appended":
        // The server reports new readings once, and again only after a report of progress.
        reports.ask();
        break;
      case "changed":
        await this.#applyChange(message.deviceIds, await refresh(message.deviceIds));
        break;
      case "connected":
        this.#hasCollected = true;
        connections.add(message.connections);
        break;
      case "activity":
        this.#hasCollected = true;
        activityWriter.receive(unpackActivity(message.activity));
        break;
      case "flush":
        flushes.add(message);
        break;
      case "watch":
        feed.watch(message.accountIds);
        break;
      case "recipients changed":
        reviewHeld();
        break;
      case "request":
        // Messages do not wait for the answers to people's questions.
        answers.ask(message.ticket, message.request);
        break;
      case "stop":
        stop();
        break;
    }
  }

  async #applyChange(deviceIds: readonly number[] | null, isAll: boolean): Promise<void> {
    const { processor, chains, housekeeping, removedSensors, activityWriter } = this.#parts;
    await processor.inTurn(() => {
      if (isAll) chains.reload();
      for (const deviceId of deviceIds ?? []) {
        if (!isAll) chains.reloadDevice(deviceId);
        activityWriter.deviceChanged(deviceId, this.#hasCollected);
      }
      housekeeping.purger.refresh();
      housekeeping.batteryPurger.refresh();
      chains.forget(removedSensors());
    });
    if (deviceIds === null) await this.#parts.forgetDeleted();
    // Alarms end with their rule.
    await this.#parts.checkRules();
  }
}
