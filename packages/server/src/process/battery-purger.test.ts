import { expect, test } from "bun:test";
import { ManualClock } from "../../../../tests/harness/manual-clock.ts";
import { gatherPages } from "../platform/gather-pages.ts";
import { BatteryPurger } from "./battery-purger.ts";
import { TestProcessing } from "./test-processing.ts";

const dayUs = 86_400_000_000;
/** Ages are counted from the full hour. */
const hourStartUs = Date.parse("2026-06-10T00:00:00.000Z") * 1000;

/** How long each device's levels are kept. A device that is not listed was deleted. */
type Kept = Map<number, number | null>;

function open(scene: TestProcessing, kept: Kept) {
  const clock = new ManualClock("2026-06-10T00:30:00.000Z");
  const purger = new BatteryPurger({
    store: scene.housekeeping,
    epoch: 0,
    keptDays: (deviceId) => kept.get(deviceId) ?? (kept.has(deviceId) ? null : "deleted"),
    clock,
  });
  return { clock, purger };
}

function save(scene: TestProcessing, deviceId: number, receivedUs: Iterable<number>): void {
  const { position } = scene.store.progress();
  scene.store.begin();
  for (const us of receivedUs) scene.store.battery(deviceId, us, 3.7);
  scene.store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
}

/** Saves one level per day, for this many days up to the full hour. */
function saveDays(scene: TestProcessing, deviceId: number, days: number): void {
  save(
    scene,
    deviceId,
    Array.from({ length: days }, (_, day) => hourStartUs - (day + 1) * dayUs),
  );
}

async function ages(scene: TestProcessing, deviceId: number): Promise<number[]> {
  return (await gatherPages(scene.queries.batteryHistory({ deviceId }))).map(
    ({ receivedUs }) => (hourStartUs - receivedUs) / dayUs,
  );
}

test("deletes levels past their retention, and nothing else", async () => {
  using scene = new TestProcessing();
  for (const deviceId of [1, 2, 3]) saveDays(scene, deviceId, 9);
  const { purger } = open(
    scene,
    new Map([
      [1, 3],
      [2, null],
      [3, 100],
    ]),
  );
  while (await purger.purgeSome());
  expect(await ages(scene, 1)).toEqual([3, 2, 1]);
  expect(await ages(scene, 2)).toHaveLength(9);
  expect(await ages(scene, 3)).toHaveLength(9);
});

test("deletes the history of a deleted device within a minute", async () => {
  using scene = new TestProcessing();
  for (const deviceId of [1, 2]) saveDays(scene, deviceId, 2);
  const kept: Kept = new Map([
    [1, null],
    [2, null],
  ]);
  const { clock, purger } = open(scene, kept);
  while (await purger.purgeSome());
  expect(await ages(scene, 1)).toEqual([2, 1]);
  kept.delete(1);
  purger.refresh();
  clock.advanceMs(60_000);
  while (await purger.purgeSome());
  expect(await ages(scene, 1)).toEqual([]);
  expect(await ages(scene, 2)).toEqual([2, 1]);
});

test("deletes levels that were in the queue when their device was deleted, within an hour", async () => {
  using scene = new TestProcessing();
  const { clock, purger } = open(scene, new Map());
  while (await purger.purgeSome());
  saveDays(scene, 1, 1);
  clock.advanceMs(3_600_000);
  while (await purger.purgeSome());
  expect(await ages(scene, 1)).toEqual([]);
});

test("deletes a portion at a time, and continues after a fault of the store", async () => {
  using scene = new TestProcessing();
  save(scene, 1, Array(12_000).keys());
  const { purger } = open(scene, new Map());
  const fault = scene.breakStore("DELETE", "battery_levels");
  await expect(purger.purgeSome()).rejects.toThrow("integer overflow");
  fault.mend();
  for (let left = 12_000; await purger.purgeSome(); ) {
    const now = (await ages(scene, 1)).length;
    expect(left - now).toBeLessThanOrEqual(5000);
    left = now;
  }
  expect(await ages(scene, 1)).toEqual([]);
});

test("looks at every device, however many there are", async () => {
  using scene = new TestProcessing();
  for (let deviceId = 1; deviceId <= 450; deviceId++) saveDays(scene, deviceId, 1);
  const { purger } = open(scene, new Map());
  while (await purger.purgeSome());
  expect(scene.rows("SELECT * FROM battery_levels")).toEqual([]);
});
