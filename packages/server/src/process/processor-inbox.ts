import { unpackActivity } from "../activity/activity-recorder.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { PendingFlushes } from "./pending-flushes.ts";
import type { ToProcessor } from "./process-messages.ts";
import type { ProcessorAnswers } from "./processor-answers.ts";
import type { ProcessorParts } from "./processor-parts.ts";
import type { ProgressReports } from "./progress-reports.ts";

export interface InboxParts extends ProcessorParts {
  readonly reports: ProgressReports;
  readonly flushes: PendingFlushes;
  readonly answers: ProcessorAnswers;
  readonly forgetDeletedChains: () => Promise<void>;
  /** A message was taken, and there may be something to do. */
  readonly onTaken: () => void;
  readonly fail: (fault: unknown) => void;
  readonly stop: () => void;
}

/** Hands what the processor is told and asked to the parts that it concerns, in the order it came. */
export class ProcessorInbox {
  readonly #parts: InboxParts;
  readonly #messages = new OneAtATime();

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  /** Resolves when the message, and what was received before, has taken effect; questions are answered later. */
  receive(message: ToProcessor): Promise<void> {
    return this.#messages.run(async () => {
      try {
        await this.#take(message);
      } catch (error) {
        // What it was told is lost. Whoever starts it again has everything read anew.
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
        // The server tells of new readings once, and again only after a report.
        reports.ask();
        break;
      case "changed":
        await this.#applyChange(message.deviceIds, await refresh(message.deviceIds));
        break;
      case "connected":
        connections.add(message.connections);
        break;
      case "activity":
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
        // Nobody who is told something waits for what a person asked.
        answers.ask(message.ticket, message.request);
        break;
      case "stop":
        stop();
        break;
    }
  }

  async #applyChange(deviceIds: readonly number[] | null, isAll: boolean): Promise<void> {
    const { scope, processor, chains, housekeeping, removedSensors, activityWriter } = this.#parts;
    await processor.inTurn(() => {
      if (isAll) chains.reload();
      for (const deviceId of deviceIds ?? []) {
        if (!isAll) chains.reloadDevice(deviceId);
        // The activity of a device may have been written by any processor, and is deleted by one.
        if (scope.isFirst) activityWriter.deviceChanged(deviceId);
      }
      housekeeping.purger.refresh();
      housekeeping.batteryPurger.refresh();
      chains.forget(removedSensors());
    });
    if (deviceIds === null) await this.#parts.forgetDeletedChains();
  }
}
