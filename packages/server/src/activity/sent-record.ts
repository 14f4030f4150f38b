import { onlyPartition, positionFrom, startOf } from "../queue/position.ts";
import type { ActivityRecord } from "./activity-record.ts";

/**
 * A record in the form that is sent between processes. Earlier versions have only one partition, so they send and
 * expect only the sequence of the position, or 0 for none.
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
