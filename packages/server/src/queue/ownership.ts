/**
 * Who processes a partition of the queue: one owner at a time.
 *
 * Promises: `take` makes the caller the owner of a partition, under an epoch higher than all before. From then on every
 * batch of an earlier owner is refused with OwnershipLostError, and nothing of the batch is written. The store drops
 * everything it remembers about the partition at `take`, because others may have written in the meantime. For the same
 * reason an owner that takes a partition again has to rebuild its own memory.
 * Does not promise: that the earlier owner learns of the change before it begins its next batch.
 */
export interface Ownership {
  take(partition: number): Promise<OwnedPartition>;
}

export interface OwnedPartition {
  readonly partition: number;
  readonly epoch: number;
}

/** Another process owns the partition now, so everything kept in memory about the partition is out of date. */
export class OwnershipLostError extends Error {
  readonly code = "ownership_lost";
}
