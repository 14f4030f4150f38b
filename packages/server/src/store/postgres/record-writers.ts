import { AlarmWriter } from "../alarms/writer-postgres.ts";
import { BacklogWriter } from "./backlog-writer.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { ChainUseWriter } from "./chain-use-writer.ts";
import { DeadLetterWriter } from "./dead-letter-writer.ts";
import { FateWriter } from "./fate-writer.ts";
import { GivenIdWriter } from "./given-id-writer.ts";
import { MessageWriter } from "./message-writer.ts";
import { NodeCountWriter, NodeRecordWriter } from "./node-record-writer.ts";
import { StatisticsWriter } from "./statistics-writer.ts";
import { UnsavedEndWriter } from "./unsaved-end-writer.ts";

export interface RecordLimits {
  /** Per account. */
  readonly deadLettersMax?: number | undefined;
  /** Per partition. */
  readonly receiptBytesMax?: number | undefined;
}

/**
 * Creates the writers of everything but readings, in order. Deletions come first, because the same batch may write the
 * records again. Rows that processors of several partitions add to come last, because the processors wait for each
 * other there.
 */
export function recordWriters({ deadLettersMax, receiptBytesMax }: RecordLimits = {}): BatchWriter[] {
  return [
    new NodeRecordWriter(),
    new AlarmWriter(),
    new DeadLetterWriter(deadLettersMax),
    new GivenIdWriter(),
    new MessageWriter(),
    new FateWriter(receiptBytesMax),
    new UnsavedEndWriter(),
    new ChainUseWriter(),
    new BacklogWriter(),
    new NodeCountWriter(),
    new StatisticsWriter(),
  ];
}
