import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { at } from "../queue/test-positions.ts";
import type { BacklogStore, ParkedFrame } from "./backlog-store.ts";
import type { ReadingStore } from "./reading-store.ts";

export interface BacklogAdapter {
  open(dataDir: string): { store: ReadingStore; backlog: BacklogStore };
}

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

function frame(accountId: number, position: number, readings = 2): ParkedFrame {
  const data = new Uint8Array([accountId, position, 0, 255]);
  return { accountId, deviceId: 7, position: at(position), firstOrdinal: 3, readings, due: null, data };
}

/** What every backlog promises (see backlog-store.ts), tried on the real engine. */
export function backlogContract(name: string, adapter: BacklogAdapter): void {
  describe(`${name}: parked frames`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: ReadingStore;
    let backlog: BacklogStore;

    const batch = (work: () => void, to = store.progress().position): void => {
      store.begin();
      work();
      store.commit(store.progress().position, to, none);
    };
    const positions = (accountId: number, bytesMax = 1000) =>
      backlog.first(accountId, bytesMax).map(({ position }) => position.sequence);

    beforeEach(() => {
      folder = tempFolder();
      ({ store, backlog } = adapter.open(folder.path));
    });

    afterEach(() => {
      store.close();
      folder[Symbol.dispose]();
    });

    test("come back as they were, in the order they were parked, each account's for itself", () => {
      batch(() => {
        for (const position of [10, 20, 30]) backlog.park(frame(1, position));
        backlog.park(frame(2, 15, 5));
      }, at(30));
      const [first] = backlog.first(1, 1000);
      expect(first).toEqual({ ...frame(1, 10), id: first!.id });
      expect([positions(1), positions(2), positions(3)]).toEqual([[10, 20, 30], [15], []]);
      expect(backlog.backlogs()).toEqual([
        { accountId: 1, position: at(10), readings: 6, bytes: 12 },
        { accountId: 2, position: at(15), readings: 5, bytes: 4 },
      ]);
    });

    test("are returned up to the limit of bytes, and at least one", () => {
      batch(() => {
        for (const position of [10, 20, 30]) backlog.park(frame(1, position));
      });
      expect([positions(1, 8), positions(1, 0)]).toEqual([[10, 20], [10]]);
    });

    test("are there with the batch's position or not at all, also after the store was opened again", () => {
      store.begin();
      backlog.park(frame(1, 10));
      store.rollback();
      expect([backlog.backlogs(), store.progress().position]).toEqual([[], at(0)]);
      batch(() => backlog.park(frame(1, 10)), at(10));
      store.close();
      ({ store, backlog } = adapter.open(folder.path));
      expect([positions(1), store.progress().position]).toEqual([[10], at(10)]);
    });

    test("stay in their place when a part of them is settled, and go when all is", () => {
      batch(() => {
        for (const position of [10, 20]) backlog.park(frame(1, position));
      });
      const [first, second] = backlog.first(1, 1000);
      batch(() => backlog.keep(first!.id, new Uint8Array([0, 1]), 1));
      expect(backlog.first(1, 1000)[0]).toEqual({ ...first!, due: new Uint8Array([0, 1]), readings: 1 });
      batch(() => backlog.remove(first!.id));
      expect(positions(1)).toEqual([20]);
      batch(() => backlog.remove(second!.id));
      expect(backlog.backlogs()).toEqual([]);
    });
  });
}
