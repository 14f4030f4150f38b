import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../../../queue/test-positions.ts";
import { TestReadingStore } from "../../readings/sqlite/test-reading-store.ts";
import { pinStore } from "./pin-store.ts";
import { readStoreProgress } from "./read-store-progress.ts";

function advance(store: TestReadingStore, from: number, to: number): void {
  store.begin();
  store.save(1, to, to, to, -1, 0, "");
  store.commit(at(from), at(to), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
}

test.each([
  ["whose log was just moved into the file", true],
  ["with commits that are only in its log", false],
])(
  "claims nothing later as durable while the store is pinned %s, and catches up afterwards",
  (_state, syncFirst) => {
    const dataDir = mkdtempSync(join(tmpdir(), "weir-pin-"));
    const store = new TestReadingStore(dataDir);
    advance(store, 0, 64);
    if (syncFirst) expect(store.sync()).toEqual(at(64));
    const pin = pinStore(dataDir);
    for (const [from, to] of [
      [64, 128],
      [128, 192],
    ] as const) {
      advance(store, from, to);
      expect(store.sync().sequence).toBeLessThanOrEqual(64);
    }
    expect(readStoreProgress(dataDir)).toEqual([
      { position: at(192), saved: 3, alreadyStored: 0, ended: 0, dead: 0 },
    ]);
    pin[Symbol.dispose]();
    expect(store.sync()).toEqual(at(192));
    store.close();
    rmSync(dataDir, { recursive: true });
  },
);

test("has nothing to pin if there is no store yet", () => {
  const dataDir = join(tmpdir(), "weir-no-such-folder");
  pinStore(dataDir)[Symbol.dispose]();
  expect(readStoreProgress(dataDir)).toEqual([
    { position: at(0), saved: 0, alreadyStored: 0, ended: 0, dead: 0 },
  ]);
});
