import type { Intake, PackedRequest, Waiter } from "../intake.ts";
import { partitionOfDevice } from "../position.ts";
import { GatheredRequests } from "./gathered-requests.ts";
import type { JetStreamPartition } from "./jetstream-partition.ts";
import type { RedisIdentities } from "./redis-identities.ts";

/** The index of the device in the words of a frame (packed-readings.ts). */
const deviceWord = 2;
/** How many questions to Redis are under way at once when it answers in time. */
const sparesMax = 4;

/** Takes requests after they were looked up. */
interface LookedUpIntake extends Intake {
  /** `acceptedMs` says when each reading first arrived, by index in the frame; 0 if it is new. Null if all are. */
  takeRecalled(request: PackedRequest, acceptedMs: Float64Array | null, waiter: Waiter): void;
}

/** What takes the readings of one partition. */
interface PartitionIntake {
  readonly intake: LookedUpIntake;
  readonly queue: Pick<JetStreamPartition, "seen">;
}

/**
 * Asks Redis what other nodes have taken, and passes each request to the intake of its device's partition. Requests of
 * one turn of the event loop are asked about together. While Redis is away, requests are passed on at once.
 */
export class AskingIntake implements Intake {
  readonly #partitions: readonly PartitionIntake[];
  readonly #identities: RedisIdentities;
  #gathered = new GatheredRequests();
  /** Their memory is kept, because new memory costs more than everything else that is done with few requests. */
  readonly #spares: GatheredRequests[] = [];

  constructor(partitions: readonly PartitionIntake[], identities: RedisIdentities) {
    this.#partitions = partitions;
    this.#identities = identities;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    if (this.#identities.isAway) {
      this.#partitionOf(request).intake.take(request, waiter);
      return;
    }
    const gathered = this.#gathered;
    gathered.add(request, waiter);
    if (gathered.requests.length === 1) setImmediate(() => void this.#ask(gathered));
  }

  async #ask(gathered: GatheredRequests): Promise<void> {
    this.#gathered = this.#spares.pop() ?? new GatheredRequests();
    const { requests, waiters } = gathered;
    const repeats = await this.#identities.lookUp(requests);
    for (const [nth, request] of requests.entries()) {
      const { intake, queue } = this.#partitionOf(request);
      const found = repeats?.get(nth);
      if (found !== undefined) queue.seen(found.sequence);
      intake.takeRecalled(request, found?.arrivalsMs ?? null, waiters[nth]!);
    }
    gathered.clear();
    if (this.#spares.length < sparesMax) this.#spares.push(gathered);
  }

  #partitionOf({ words, start }: PackedRequest): PartitionIntake {
    const deviceId = words[(start >>> 2) + deviceWord]!;
    return this.#partitions[partitionOfDevice(deviceId, this.#partitions.length)]!;
  }
}
