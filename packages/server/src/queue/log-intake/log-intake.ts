import { FrameCursor } from "../frame-cursor.ts";
import { FrameWriter } from "../frame-writer.ts";
import { type Intake, type PackedRequest, packedFrame, type Verdicts, type Waiter } from "../intake.ts";
import { FrameReader } from "../packed-readings.ts";
import { type AppendedQueue, QueueUnavailableError } from "../queue.ts";
import type { QueueShares } from "../queue-shares.ts";
import { type FoundDuplicates, findDuplicates } from "./find-duplicates.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import { type Recalled, recalledOf } from "./recalled.ts";

/** The name of the durable counter of duplicates. The queue counts accepted readings itself. */
const duplicatesCounter = "duplicates";

interface LogIntakeParts {
  readonly queue: AppendedQueue;
  readonly shares: QueueShares;
  readonly memory: IdentityMemory;
  /** The partition of a device, if several share the queue. */
  readonly partitionOf?: (deviceId: number) => number;
  /** Null if the caller looks readings up itself (`takeRecalled`). */
  readonly forgotten: ForgottenIdentities | null;
}

/** Knows readings that the memory does not have. */
export interface ForgottenIdentities {
  /**
   * Returns what is known about the readings of the request under the cursor, or null if nobody has to be asked.
   * Resolves to when each of them first arrived if the answer takes time (see `Recalled`). Moves the cursor.
   */
  lookUp(cursor: FrameCursor): Promise<Float64Array | null> | Recalled | null;
}

/** Requests that wait for one write of the queue. */
interface Group {
  readonly waiters: Waiter[];
  /** The waiters whose requests repeat something; mostly there are none. */
  repeats: Map<Waiter, FoundDuplicates> | null;
  /** The mark of the memory that becomes durable with the group. */
  mark: number;
}

/**
 * The intake in front of a queue in the same thread: a memory of identities recognises duplicates, the queue makes
 * readings durable.
 *
 * Looking up a request is synchronous, so requests cannot interleave in it. From then on its readings are pending, and
 * a request that repeats one waits for the same write. When a write is lost, everything pending is lost and forgotten
 * together (the queue's `onLost`).
 */
export class LogIntake implements Intake {
  readonly #queue: AppendedQueue;
  readonly #shares: QueueShares;
  readonly #memory: IdentityMemory;
  readonly #forgotten: ForgottenIdentities | null;
  readonly #partitionOf: (deviceId: number) => number;
  readonly #cursor = new FrameCursor();
  readonly #fresh = new FrameWriter();
  /** The promise that the requests of the group wait for. */
  #durable: Promise<void> | null = null;
  #group: Group = { waiters: [], repeats: null, mark: 0 };

  constructor({ queue, shares, memory, forgotten, partitionOf }: LogIntakeParts) {
    this.#partitionOf = partitionOf ?? (() => queue.lastPosition.partition);
    this.#queue = queue;
    this.#shares = shares;
    this.#memory = memory;
    this.#forgotten = forgotten;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    if (this.#forgotten === null) {
      this.#take(request, null, waiter);
      return;
    }
    this.#memory.use(this.#shares.tenantOf(request.accountId));
    this.#cursor.open(request);
    const recalled = this.#forgotten.lookUp(this.#cursor);
    if (!(recalled instanceof Promise)) {
      this.#take(request, recalled, waiter);
      return;
    }
    const copy = copyOf(request);
    recalled.then(
      (acceptedMs) => this.takeRecalled(copy, acceptedMs, waiter),
      (error: unknown) => waiter.failed(error),
    );
  }

  /** Takes a request that was looked up: `acceptedMs` says when each of its readings first arrived (see `Recalled`). */
  takeRecalled(request: PackedRequest, acceptedMs: Float64Array | null, waiter: Waiter): void {
    this.#take(request, acceptedMs && recalledOf(acceptedMs), waiter);
  }

  #take(request: PackedRequest, recalled: Recalled | null, waiter: Waiter): void {
    const memory = this.#memory;
    // Requests of other tenants may have been taken since.
    memory.use(this.#shares.tenantOf(request.accountId));
    const { mark: before } = memory;
    try {
      this.#decide(request, recalled, waiter);
    } catch (error) {
      memory.rewind(before);
      queueMicrotask(() => waiter.failed(error));
    }
  }

  #decide(request: PackedRequest, recalled: Recalled | null, waiter: Waiter): void {
    const queue = this.#queue;
    const cursor = this.#cursor;
    cursor.open(request);
    const duplicates = findDuplicates(cursor, this.#memory, recalled);
    const accepted = cursor.readings - (duplicates === null ? 0 : duplicates.readings);
    if (accepted > 0 || cursor.hasBattery) {
      this.#shares.check(request.accountId);
      if (!queue.hasRoom())
        throw new QueueUnavailableError("The queue of the server is full (queue_bytes_max).");
      const frame = duplicates === null ? request.frame : this.#freshFrame(request.frame, duplicates);
      const partition = this.#partitionOf(cursor.deviceId);
      this.#shares.appended(request.accountId, frame.length, accepted, partition);
      this.#wait(queue.append(frame, accepted), waiter, duplicates);
      this.#group.mark = this.#memory.mark;
    } else if (duplicates?.waitsForPending) {
      this.#wait(queue.barrier(), waiter, duplicates);
    } else {
      queueMicrotask(() => this.#answer(waiter, duplicates));
    }
  }

  /** Returns the frame without its duplicates. */
  #freshFrame(frame: Uint8Array, { isDuplicate }: FoundDuplicates): Uint8Array {
    const reader = new FrameReader(frame);
    const fresh = this.#fresh;
    reader.nextFrame();
    const { deviceId, arrivalUs, batteryVolts, requestBoot: boot, requestNumber: number } = reader;
    fresh.begin({ deviceId, arrivalUs, batteryVolts, request: { boot, number } });
    if (this.#cursor.isDense) {
      copyFresh(this.#cursor, isDuplicate, fresh);
      return fresh.finish();
    }
    for (let index = 0; reader.nextReading(); index++) {
      if (isDuplicate[index] === 1) continue;
      const { sensorId, value, atUs, deviceSeconds, deviceMicros, metadata } = reader;
      fresh.add(sensorId, value, atUs, deviceSeconds, deviceMicros, metadata);
    }
    return fresh.finish();
  }

  /** Groups are identified by their promises. */
  #wait(durable: Promise<void>, waiter: Waiter, duplicates: FoundDuplicates | null): void {
    if (durable !== this.#durable) this.#begin(durable);
    const group = this.#group;
    group.waiters.push(waiter);
    if (duplicates === null) return;
    group.repeats ??= new Map();
    group.repeats.set(waiter, duplicates);
  }

  #begin(durable: Promise<void>): void {
    const group: Group = { waiters: [], repeats: null, mark: 0 };
    this.#durable = durable;
    this.#group = group;
    durable.then(
      () => this.#end(group),
      (error: unknown) => {
        for (const waiter of group.waiters) waiter.failed(error);
      },
    );
  }

  #end({ waiters, repeats, mark }: Group): void {
    this.#memory.confirm(mark);
    const verdicts: Verdicts = { position: this.#queue.lastPosition, duplicates: null };
    for (const waiter of waiters) {
      const duplicates = repeats?.get(waiter);
      if (duplicates === undefined) waiter.taken(verdicts);
      else this.#answer(waiter, duplicates);
    }
  }

  #answer(waiter: Waiter, duplicates: FoundDuplicates | null): void {
    const queue = this.#queue;
    if (duplicates !== null) queue.count(duplicatesCounter, duplicates.readings);
    waiter.taken({ position: queue.lastPosition, duplicates });
  }
}

/** Copies the fresh readings of a dense frame, those side by side at once. */
function copyFresh(cursor: FrameCursor, isDuplicate: Uint8Array, fresh: FrameWriter): void {
  const dense = cursor.dense();
  for (let from = 0, before = 0; from < dense.readings; from = before) {
    while (before < dense.readings && isDuplicate[before] === isDuplicate[from]) before++;
    if (isDuplicate[from] === 0) fresh.copyDense(cursor.sensorId, dense, from, before);
  }
}

/** Copies a request that has to wait. */
function copyOf({ frame, accountId }: PackedRequest): PackedRequest {
  return packedFrame(new Uint8Array(frame), accountId);
}
