import { describe, expect, onTestFinished, test } from "bun:test";
import { onlyPartition } from "./position.ts";
import { type Queue, QueueUnavailableError } from "./queue.ts";
import {
  defaults,
  everything,
  type FullPlace,
  frame,
  numbersIn,
  type QueueAdapter,
  type QueueOptions,
} from "./queue-under-test.ts";

/** Checks what every queue promises about failed writes: lost appends are reported as lost, all of them and no others. */
export function lossContract(name: string, adapter: QueueAdapter): void {
  function lossTest(guarantee: string, work: (scene: LossScene) => Promise<void>): void {
    const { fullPlace } = adapter;
    if (!fullPlace.ok) {
      test.skip(`${guarantee} (skipped: ${fullPlace.reason})`, () => undefined);
      return;
    }
    test(guarantee, async () => {
      const place = fullPlace.make();
      // Resources outside the process must be removed even if the test is cut off by its timeout.
      onTestFinished(() => place[Symbol.dispose]());
      await work(new LossScene(adapter, place));
    });
  }

  describe(`${name}: a write that fails`, () => {
    lossTest("reports the loss first, then rejects everything pending together", async (scene) => {
      const queue = await scene.open();
      await queue.append(frame(1), 1);
      scene.place.fill();
      const written = scene.watch("written", queue.append(frame(2, 500_000), 1));
      await new Promise((resolve) => setImmediate(resolve));
      const filled = scene.watch("filled", queue.append(frame(3), 1));
      const barrier = scene.watch("barrier", queue.barrier());
      expect(await Promise.all([written, filled, barrier])).toEqual([
        "queue_unavailable",
        "queue_unavailable",
        "queue_unavailable",
      ]);
      expect(scene.events).toEqual(["lost", "written", "filled", "barrier"]);
      scene.place.free();
      await queue.close();
    });

    lossTest("leaves nothing of the lost appends, and later ones start afresh", async (scene) => {
      const queue = await scene.open();
      await queue.append(frame(1), 1);
      const before = queue.totals();
      scene.place.fill();
      await scene.watch("append", queue.append(frame(2), 5));
      expect(queue.totals()).toEqual(before);
      expect(queue.hasRoom()).toBeTrue();
      await queue.barrier();
      scene.place.free();
      await queue.append(frame(3), 1);
      expect(await scene.numbers()).toEqual([1, 3]);
      expect(queue.totals()).toMatchObject({
        acceptedReadings: 2,
        lastPosition: { ...before.lastPosition, sequence: 2 * before.lastPosition.sequence },
        backlogBytes: 2 * before.backlogBytes,
      });
      await queue.close();
    });

    lossTest("is foreseen by a probe, which keeps nothing", async (scene) => {
      const queue = await scene.open();
      await queue.append(frame(1), 1);
      const before = queue.totals();
      scene.place.fill();
      expect(await Promise.all([queue.probe(), queue.probe()])).toEqual([false, false]);
      scene.place.free();
      expect(await queue.probe()).toBeTrue();
      expect(queue.totals()).toEqual(before);
      expect(await scene.numbers()).toEqual([1]);
      await queue.close();
    });

    lossTest("does not lose counters: they go with the next write that works", async (scene) => {
      const queue = await scene.open();
      scene.place.fill();
      queue.count("duplicates", 3);
      await scene.watch("append", queue.append(frame(1), 1));
      scene.place.free();
      await queue.append(frame(2), 1);
      await queue.close();
      const reopened = await scene.open();
      expect(reopened.totals().counters).toEqual({ duplicates: 3 });
      await reopened.close();
    });

    lossTest("does not keep the queue from closing, nor loses what was durable before", async (scene) => {
      const queue = await scene.open();
      await queue.append(frame(1, 100_000), 1);
      scene.place.fill();
      await scene.watch("append", queue.append(frame(2, 500_000), 1));
      await Promise.race([queue.close(), scene.gaveUp.promise]);
      scene.place.free();
      const reopened = await scene.open();
      expect(reopened.totals().acceptedReadings).toBe(1);
      await reopened.close();
    });
  });
}

/** A queue in a place that can be filled up, with a record of events in order. */
class LossScene {
  readonly events: string[] = [];
  /** Rejects when the queue declares the disk untrustworthy. A full disk is not. */
  readonly gaveUp = Promise.withResolvers<never>();
  readonly #adapter: QueueAdapter;
  readonly place: FullPlace;

  constructor(adapter: QueueAdapter, place: FullPlace) {
    this.#adapter = adapter;
    this.place = place;
    this.gaveUp.promise.catch(() => undefined);
  }

  open(): Promise<Queue> {
    const options: QueueOptions = {
      ...defaults,
      onLost: () => this.events.push("lost"),
      onFatal: (reason) => this.gaveUp.reject(new Error(`The queue gave up: ${reason}`)),
    };
    return this.#adapter.open(this.place.path, options);
  }

  /** Resolves to the code of the rejection, and records when it came. */
  async watch(event: string, promise: Promise<void>): Promise<string> {
    try {
      await promise;
      return "resolved";
    } catch (error) {
      this.events.push(event);
      if (!(error instanceof QueueUnavailableError)) throw error;
      return error.code;
    }
  }

  async numbers(): Promise<number[]> {
    const reader = await this.#adapter.openReader(this.place.path);
    try {
      return numbersIn(await reader.read(onlyPartition, null, everything));
    } finally {
      reader.close();
    }
  }
}
