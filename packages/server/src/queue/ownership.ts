/**
 * Who processes a partition of the queue: one owner at a time.
 *
 * Promises: whoever takes a partition owns it, under an epoch higher than all before. From then on every batch of an
 * earlier owner is refused with OwnershipLostError, and nothing of it is written. Nothing that the store knew of the partition
 * as its only writer outlives `take`: others may have written meanwhile. So whoever owns it twice makes its own memory anew too.
 * Does not promise: that the earlier owner learns of it before it begins its next batch.
 */
export interface Ownership {
  take(partition: number): Promise<OwnedPartition>;
}

export interface OwnedPartition {
  readonly partition: number;
  readonly epoch: number;
}

/** Somebody else owns the partition by now: what is known of it in memory is worth nothing any more. */
export class OwnershipLostError extends Error {
  readonly code = "ownership_lost";
}
