import { onlyPartition, positionFrom, startOf } from "../queue/position.ts";
import type { ActivityRecord } from "./activity-record.ts";

/**
 * A record as it goes from process to process. Earlier versions know one partition, and send and expect only the sequence of
 * its position, 0 where there is none.
 */
export interface SentRecord extends Omit<ActivityRecord, "position"> {
  readonly position: number;
  readonly partition?: number;
}

export function sendRecord({ position, ...record }: ActivityRecord): SentRecord {
  const { partition, sequence } = position ?? startOf(onlyPartition);
  return { ...record, position: sequence, partition };
}

export function receiveRecord({
  position,
  partition = onlyPartition,
  ...record
}: SentRecord): ActivityRecord {
  return { ...record, position: positionFrom(partition, position) };
}
