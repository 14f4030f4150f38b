import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { onlyPartition } from "../../queue/position.ts";
import { at } from "../../queue/test-positions.ts";
import { type OwnedStore, TestOwner } from "../test-owner.ts";
import type { KeptFrame, ParkedFrame } from "./record.ts";

export interface BacklogAdapter {
  open(dataDir: string): Promise<OwnedStore>;
}

function frame(accountId: number, position: number, readings = 2): ParkedFrame {
  const data = new Uint8Array([accountId, position, 0, 255]);
  return { accountId, deviceId: 7, position: at(position), firstOrdinal: 3, readings, due: null, data };
}

/** Checks what every backlog promises (see record.ts), on the real engine. */
export function backlogContract(name: string, adapter: BacklogAdapter): void {
  describe(`${name}: parked frames`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: OwnedStore;
    let owner: TestOwner;

    const open = async (): Promise<void> => {
      store = await adapter.open(folder.path);
      owner = await TestOwner.of(store);
    };
    const first = async (accountId: number, bytesMax = 1000) =>
      (await store.queries.parked(accountId, bytesMax)).map(({ due, data, ...frame }): KeptFrame => {
        return { ...frame, due: due && new Uint8Array(due), data: new Uint8Array(data) };
      });
    const positions = async (accountId: number, bytesMax?: number) =>
      (await first(accountId, bytesMax)).map(({ position }) => position.sequence);
    const settledTo = async () => (await store.queries.progress(onlyPartition)).position;

    beforeEach(async () => {
      folder = tempFolder();
      await open();
    });

    afterEach(async () => {
      await store.close();
      folder[Symbol.dispose]();
    });

    test("come back as they were, in the order they were parked, each account's for itself", async () => {
      const parked = [...[10, 20, 30].map((position) => frame(1, position)), frame(2, 15, 5)];
      await owner.commit({ parked, to: at(30) });
      const [one] = await first(1);
      expect(one).toEqual({ ...frame(1, 10), id: one!.id });
      expect([await positions(1), await positions(2), await positions(3)]).toEqual([[10, 20, 30], [15], []]);
      expect((await store.queries.backlogs()).sort((a, b) => a.accountId - b.accountId)).toEqual([
        { accountId: 1, position: at(10), readings: 6, bytes: 12 },
        { accountId: 2, position: at(15), readings: 5, bytes: 4 },
      ]);
    });

    test("are returned up to the limit of bytes, and at least one", async () => {
      await owner.commit({ parked: [10, 20, 30].map((position) => frame(1, position)) });
      expect([await positions(1, 8), await positions(1, 0)]).toEqual([[10, 20], [10]]);
    });

    test("are there with the batch's position or not at all, also after the store was opened again", async () => {
      await owner.commitInVain({ parked: [frame(1, 10)], to: at(10) });
      expect([await store.queries.backlogs(), await settledTo()]).toEqual([[], at(0)]);
      await owner.commit({ parked: [frame(1, 10)], to: at(10) });
      await store.close();
      await open();
      expect([await positions(1), await settledTo()]).toEqual([[10], at(10)]);
    });

    test("stay in their place when a part of them is settled, and go when all is", async () => {
      await owner.commit({ parked: [10, 20].map((position) => frame(1, position)) });
      const [one, other] = await first(1);
      const due = new Uint8Array([0, 1]);
      await owner.commit({ keptFrames: [{ id: one!.id, due, readings: 1 }] });
      expect((await first(1))[0]).toEqual({ ...one!, due, readings: 1 });
      await owner.commit({ settledFrameIds: [one!.id] });
      expect(await positions(1)).toEqual([20]);
      await owner.commit({ settledFrameIds: [other!.id] });
      expect(await store.queries.backlogs()).toEqual([]);
    });
  });
}
