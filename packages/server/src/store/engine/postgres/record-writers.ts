import { AlarmWriter } from "../../alarms/writer-postgres.ts";
import { BacklogWriter } from "../../backlog/writer-postgres.ts";
import { NodeCountWriter, NodeErrorWriter, NodeRecordWriter } from "../../counts/writer-postgres.ts";
import { DeadLetterWriter } from "../../dead-letters/writer-postgres.ts";
import { MessageWriter } from "../../outbox/writer-postgres.ts";
import { ChainUseWriter } from "../../receipts/chain-uses-postgres.ts";
import { UnsavedEndWriter } from "../../receipts/unsaved-ends-postgres.ts";
import { FateWriter } from "../../receipts/writer-postgres.ts";
import { StatisticsWriter } from "../../statistics/writer-postgres.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { GivenIdWriter } from "./given-id-writer.ts";

export interface RecordLimits {
  /** Per account. */
  readonly deadLettersMax?: number | undefined;
  /** Per partition. */
  readonly receiptBytesMax?: number | undefined;
}

/**
 * Creates the writers of everything but readings, in order. Deletions come first, because the same batch may write the
 * records again. Rows that processors of several partitions write come last, because the processors wait for each other
 * there.
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
    new NodeErrorWriter(),
  ];
}
