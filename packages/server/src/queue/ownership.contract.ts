import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { type Ownership, OwnershipLostError } from "./ownership.ts";
import { onlyPartition } from "./position.ts";

export interface OwnershipAdapter {
  /** Each call opens the store as a new process would. */
  open(dataDir: string): Promise<Processing>;
}

/** What a process does as the owner of a partition. */
export interface Processing {
  readonly ownership: Ownership;
  /** Settles one more reading, in a batch. */
  settleOne(): Promise<void>;
  settled(): Promise<number>;
  close(): Promise<void>;
}

/** Checks what every ownership promises (see ownership.ts), on the real engine. */
export function ownershipContract(name: string, adapter: OwnershipAdapter): void {
  describe(`${name}: a partition`, () => {
    let folder: ReturnType<typeof tempFolder>;
    const opened: Processing[] = [];

    async function open(): Promise<Processing> {
      const processing = await adapter.open(folder.path);
      opened.push(processing);
      return processing;
    }

    beforeEach(() => {
      folder = tempFolder();
    });

    afterEach(async () => {
      for (const processing of opened.splice(0)) await processing.close();
      folder[Symbol.dispose]();
    });

    test("is taken under an epoch that only grows, also by others", async () => {
      const [one, other] = [await open(), await open()];
      const epochs: number[] = [];
      for (const { ownership } of [one, other, one, other]) {
        const owned = await ownership.take(onlyPartition);
        expect(owned.partition).toBe(onlyPartition);
        epochs.push(owned.epoch);
      }
      expect(epochs).toEqual([...new Set(epochs)].sort((a, c) => a - c));
    });

    test("is processed by its owner", async () => {
      const owner = await open();
      await owner.ownership.take(onlyPartition);
      await owner.settleOne();
      await owner.settleOne();
      expect(await owner.settled()).toBe(2);
    });

    test("passes to the next process that takes it, and refuses writes of the earlier owner", async () => {
      const [earlier, later] = [await open(), await open()];
      await earlier.ownership.take(onlyPartition);
      await earlier.settleOne();
      await later.ownership.take(onlyPartition);
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(await earlier.settleOne().catch((error) => error)).toBeInstanceOf(OwnershipLostError);
        expect(await later.settled()).toBe(1);
      }
      await later.settleOne();
      expect(await later.settled()).toBe(2);
    });

    test("can be taken back", async () => {
      const [earlier, later] = [await open(), await open()];
      await earlier.ownership.take(onlyPartition);
      await later.ownership.take(onlyPartition);
      await earlier.ownership.take(onlyPartition);
      await earlier.settleOne();
      expect(await later.settleOne().catch((error) => error)).toBeInstanceOf(OwnershipLostError);
      expect(await later.settled()).toBe(1);
    });
  });
}
