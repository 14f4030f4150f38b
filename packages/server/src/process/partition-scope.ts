import { onlyPartition } from "../queue/position.ts";

/** Which partition of how many a processor works on, and what belongs to it. */
export class PartitionScope {
  readonly partition: number;
  readonly partitions: number;

  constructor(partition: number, partitions: number) {
    this.partition = partition;
    this.partitions = partitions;
  }

  /** Whether its owner also does what is done once for all partitions. */
  get isFirst(): boolean {
    return this.partition === 0;
  }

  hasDevice(deviceId: number): boolean {
    return deviceId % this.partitions === this.partition;
  }

  /** Whether an alarm or a dead letter of this id is its own. See `NewIds`. */
  hasId(id: number): boolean {
    return id % this.partitions === this.partition;
  }
}

/** Of an installation that has only one. */
export const onlyScope = new PartitionScope(onlyPartition, 1);
