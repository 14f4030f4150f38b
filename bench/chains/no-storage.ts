import type { Stretch } from "../../packages/server/src/queue/stretch.ts";
import type { Backlog, BacklogStore, KeptFrame } from "../../packages/server/src/store/backlog-store.ts";
import type {
  ActiveAlarm,
  ChainStore,
  KeptDeadLetter,
  NodeCount,
} from "../../packages/server/src/store/chain-store.ts";
import type { OutboxAddition, OutboxWriter } from "../../packages/server/src/store/outbox-writer.ts";
import type { ReadingStore, StoreProgress } from "../../packages/server/src/store/reading-store.ts";
import type { ReceiptStore } from "../../packages/server/src/store/receipt-store.ts";
import type { StatisticsStore } from "../../packages/server/src/store/statistics-store.ts";

/** Nothing is parked while an account has all the time it wants. */
export class NoBacklog implements BacklogStore {
  backlogs(): Backlog[] {
    return [];
  }

  park(): void {}

  first(): KeptFrame[] {
    return [];
  }

  keep(): void {}

  remove(): void {}
}

/** Stores that take everything and keep nothing, so that what is left is the cost of the chains. */
export class NoReadingStore implements ReadingStore {
  saved = 0;
  sum = 0;

  progress(): StoreProgress {
    return { position: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
  }

  save(sensorId: number, atUs: number, value: number): void {
    this.saved++;
    // Used, so that no part of the work is optimised away.
    this.sum += sensorId + atUs + value;
  }

  saveStretch(sensorId: number, { doubles, start, readings }: Stretch): void {
    for (let at = start; at < start + readings * 2; at += 2)
      this.save(sensorId, doubles[at + 1]!, doubles[at]!);
  }

  get saves(): number {
    return this.saved;
  }

  alreadyStored(): readonly number[] {
    return [];
  }

  begin(): void {}
  battery(): void {}
  connected(): void {}
  commit(): void {}
  durably<T>(work: () => T): T {
    return work();
  }
  rollback(): void {}
  close(): void {}

  sync(): number {
    return 0;
  }

  purge(): number {
    return 0;
  }
}

export class NoChainStore implements ChainStore {
  saveState(): void {}
  addCounts(): void {}
  noteError(): void {}
  touchAlarm(): void {}
  clearAlarm(): void {}
  deadLetter(): number {
    return 0;
  }
  forgetSensor(): void {}
  forgetChain(): void {}

  state(): null {
    return null;
  }

  counts(): NodeCount[] {
    return [];
  }

  activeAlarms(): ActiveAlarm[] {
    return [];
  }

  alarm(): null {
    return null;
  }

  raiseAlarm(): number {
    return 1;
  }

  acknowledgeAlarm(): boolean {
    return false;
  }

  unacknowledgeAlarm(): boolean {
    return false;
  }

  deadLetters(): KeptDeadLetter[] {
    return [];
  }

  lastDeadLetterId(): number {
    return 0;
  }

  removeDeadLetter(): boolean {
    return false;
  }
}

export class NoReceiptStore implements ReceiptStore {
  write(): void {}
  unsaved(): void {}
  chainInUse(): void {}
}

export class NoStatisticsStore implements StatisticsStore {
  add(): void {}
  addRefused(): void {}

  tidy(): boolean {
    return false;
  }
}

export class NoOutbox implements OutboxWriter {
  add(): OutboxAddition {
    return "added";
  }
}
