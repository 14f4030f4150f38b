import { AlarmWriter } from "./alarm-writer.ts";
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
  /** Of one account. */
  readonly deadLettersMax?: number | undefined;
  /** Of one partition. */
  readonly receiptBytesMax?: number | undefined;
}

/**
 * What batches write besides readings, in order. What is forgotten comes first, because the same batch may write it anew. What
 * processors of several partitions add to comes last, because each waits there for the one before to commit.
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
