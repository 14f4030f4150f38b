/** The partition that a processor works on, the number of partitions, and what belongs to this one. */
export class PartitionScope {
  readonly partition: number;
  readonly partitions: number;

  constructor(partition: number, partitions: number) {
    this.partition = partition;
    this.partitions = partitions;
  }

  /** Whether its owner also does the work that is done once for all partitions. */
  get isFirst(): boolean {
    return this.partition === 0;
  }

  hasDevice(deviceId: number): boolean {
    return deviceId % this.partitions === this.partition;
  }
}
