import { MemberUnavailableError, UnknownQuestionError } from "../../bus/bus-errors.ts";
import type { ProcessorQuestion, ToldToProcessor } from "../../bus/messages.ts";
import { questionRoutes } from "../../bus/routes.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { OneAtATime } from "../../platform/one-at-a-time.ts";
import { OutageLog } from "../../process/outage-log.ts";
import { type OwnedPartition, OwnershipLostError } from "../../queue/ownership.ts";
import { StoreFault } from "../../store/store-fault.ts";
import { PartitionProcessor, type SharedProcessing } from "./partition-processor.ts";

interface PartitionProcessorsParts extends Omit<SharedProcessing, "refresh" | "outage"> {
  readonly log: Log;
  /**
   * Whether the process keeps its partitions for as long as it runs, so that it ends, and is started again, when it cannot
   * go on with one.
   */
  readonly keepsPartitions: boolean;
  /** Called when readings could not be settled, with the reason, and with null when they are settled again. */
  readonly onAttempt: (failure: string | null) => void;
  /** Another process owns the partition now. */
  readonly onLost: (owned: OwnedPartition) => void;
}

interface Running {
  readonly owned: OwnedPartition;
  readonly processor: PartitionProcessor;
  /** Resolves when the loop has ended for any reason. */
  ended: Promise<void>;
}

/**
 * The processors of the partitions that this process owns, one each. Questions and events go to the processors that
 * they concern, and the answers are merged. A fault that ends the processor of one partition ends the process, unless
 * another process has taken the partition, or the store of a cluster was away while it was loaded.
 */
export class PartitionProcessors {
  readonly #parts: PartitionProcessorsParts;
  readonly #running = new Map<number, Running>();
  /**
   * Runs changes of control data and of ownership one after the other, because control data is read once for all
   * partitions.
   */
  readonly #changes = new OneAtATime();
  readonly #broken = Promise.withResolvers<never>();
  readonly #outage: OutageLog;
  #watched: readonly number[] = [];
  #hasBegun = false;
  #isAllRead = false;

  constructor(parts: PartitionProcessorsParts) {
    this.#parts = parts;
    this.#outage = new OutageLog(parts.log, parts.onAttempt);
    this.#broken.promise.catch(() => undefined);
  }

  /** Rejects if a processor cannot continue. Nothing that it has open may be used after that. */
  get broken(): Promise<never> {
    return this.#broken.promise;
  }

  get owned(): OwnedPartition[] {
    return Array.from(this.#running.values(), ({ owned }) => owned);
  }

  /** Another process may have owned these partitions, so everything about them is read again. */
  take(taken: readonly OwnedPartition[]): Promise<void> {
    return this.#changes.run(async () => {
      if (taken.length === 0) return;
      this.#isAllRead = await this.#parts.memory.refresh(null);
      // The data may contain changes whose announcement is still on its way. By then the memory no longer sees a difference,
      // so the other partitions would miss these changes. They reload everything now.
      await this.#all((processor) => processor.receive({ kind: "changed", deviceIds: null }));
      const outage = this.#outage;
      const shared = { ...this.#parts, outage, refresh: async () => this.#isAllRead };
      for (const owned of taken) {
        const processor = new PartitionProcessor(shared, owned);
        const running = { owned, processor, ended: Promise.resolve() };
        this.#running.set(owned.partition, running);
        await processor.receive({ kind: "watch", accountIds: this.#watched });
        if (this.#hasBegun) this.#run(running);
      }
    });
  }

  /** Begins to settle, after the partitions that are being taken. */
  begin(): Promise<void> {
    return this.#changes.run(() => {
      this.#hasBegun = true;
      for (const running of this.#running.values()) this.#run(running);
    });
  }

  /**
   * Another process owns these partitions now. Their processors end without another write, because none would be
   * accepted.
   */
  async lose(lost: readonly OwnedPartition[]): Promise<void> {
    await Promise.all(
      lost.map(async ({ partition, epoch }) => {
        const running = this.#running.get(partition);
        if (running === undefined || running.owned.epoch !== epoch) return;
        this.#running.delete(partition);
        running.processor.loop.fail(new OwnershipLostError(`Partition ${partition} has another owner.`));
        await running.ended;
      }),
    );
  }

  /** Ends the processors of these partitions in good order: everything that they have received is written. */
  async giveUp(partitions: readonly number[]): Promise<void> {
    await Promise.all(
      partitions.map(async (partition) => {
        const running = this.#running.get(partition);
        if (running === undefined) return;
        if (this.#hasBegun) {
          await running.processor.receive({ kind: "stop" });
          await running.ended;
        }
        this.#running.delete(partition);
      }),
    );
  }

  /**
   * Control data has changed: of these devices, or with null of more than can be named. Resolves when all processors
   * have applied it.
   */
  changed(deviceIds: readonly number[] | null): Promise<void> {
    return this.#changes.run(async () => {
      try {
        this.#isAllRead = await this.#parts.memory.refresh(deviceIds);
      } catch (error) {
        // The change could not be read. In a cluster, others give this member up, and it reads everything again before
        // it continues.
        if (!this.#parts.keepsPartitions) throw error;
        // On one machine, the restarted process reads everything again.
        this.fail(error);
        return;
      }
      await this.#all((processor) => processor.receive({ kind: "changed", deviceIds }));
    });
  }

  /** Notification rules have changed. Batches that begin after this resolves follow the new ones. */
  notificationsChanged(): Promise<void> {
    return this.#changes.run(() => this.#parts.memory.refreshNotifications());
  }

  async recipientsChanged(): Promise<void> {
    await this.#first()?.receive({ kind: "recipients changed" });
  }

  hear(event: ToldToProcessor): void {
    switch (event.kind) {
      case "appended":
        for (const partition of event.partitions)
          void this.#running.get(partition)?.processor.receive({ kind: "appended" });
        break;
      case "connected":
      case "activity":
        // Any processor can write this down.
        void this.#first()?.receive(event);
        break;
    }
  }

  async watch(accountIds: readonly number[]): Promise<void> {
    this.#watched = accountIds;
    await this.#all((processor) => processor.receive({ kind: "watch", accountIds }));
  }

  async answer(question: ProcessorQuestion): Promise<unknown> {
    const all = [...this.#running.values()];
    if (question.kind === "flush") {
      const ofPartition = Map.groupBy(question.positions, ({ partition }) => partition);
      await Promise.all(
        all.map(({ owned: { partition }, processor }) =>
          processor.ask({ kind: "flush", positions: ofPartition.get(partition) ?? [] }),
        ),
      );
      return null;
    }
    const [first, ...others] = all;
    if (first === undefined) throw new MemberUnavailableError("process");
    const route = Object.hasOwn(questionRoutes, question.kind) ? questionRoutes[question.kind] : undefined;
    if (route === undefined) throw new UnknownQuestionError(question);
    if (route.to === "one" || others.length === 0) return first.processor.ask(question);
    const answers = await Promise.all(all.map(({ processor }) => processor.ask(question)));
    const merge = route.merge as (answers: readonly unknown[]) => unknown;
    return merge(answers);
  }

  /** A member has joined that has received nothing yet. */
  tellAgain(): void {
    for (const { processor } of this.#running.values()) processor.stored?.tellAgain();
  }

  /** Delivery has written to the store, so the store has something to sync when it rests. */
  storeChanged(): void {
    this.#first()?.loop.storeChanged();
  }

  /** Nothing can be trusted any more. */
  fail(fault: unknown): void {
    for (const { processor } of this.#running.values()) processor.loop.fail(fault);
    this.#broken.reject(fault);
  }

  #first(): PartitionProcessor | undefined {
    return this.#running.values().next().value?.processor;
  }

  async #all(work: (processor: PartitionProcessor) => Promise<void>): Promise<void> {
    await Promise.all(Array.from(this.#running.values(), ({ processor }) => work(processor)));
  }

  #run(running: Running): void {
    const { owned, processor } = running;
    running.ended = processor.run().catch((error: unknown) => {
      if (this.#parts.keepsPartitions || !isPassing(error)) {
        this.#broken.reject(error);
        return;
      }
      const { partition } = owned;
      this.#parts.log.info(
        error instanceof OwnershipLostError
          ? "another process owns a partition by now"
          : "a partition could not be loaded, and is given up until it is taken again",
        { partition, reason: reasonOf(error) },
      );
      this.#outage.gone(partition);
      if (this.#running.get(partition) === running) this.#running.delete(partition);
      this.#parts.onLost(owned);
    });
  }
}

/** Whether this process can continue, and own the partition again later. */
function isPassing(error: unknown): boolean {
  return error instanceof OwnershipLostError || (error instanceof StoreFault && !error.isOfDisk);
}
