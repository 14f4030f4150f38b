import { expect, test } from "bun:test";
import { Purger } from "./purger.ts";
import { TestProcessing } from "./test-processing.ts";

/** Saves rows for a sensor, with times from 0 on. */
function save(scene: TestProcessing, sensorId: number, rows: number): void {
  const { position } = scene.store.progress();
  scene.store.begin();
  for (let atUs = 0; atUs < rows; atUs++) scene.store.save(sensorId, atUs, 1, atUs, -1, 0, "");
  scene.store.commit(position, position, { saved: rows, ended: 0, dead: 0 });
}

test("deletes the readings of removed sensors a portion at a time, and those only", () => {
  using scene = new TestProcessing();
  save(scene, 1, 12_000);
  save(scene, 2, 3);
  save(scene, 3, 3);
  const removed = [1, 2];
  const purger = new Purger(
    () => removed,
    scene.store,
    () => undefined,
  );
  expect(purger.purgeSome()).toBeFalse();
  expect(purger.refresh()).toEqual([1, 2]);
  let left = 12_003;
  while (purger.purgeSome()) {
    const now = scene.times(1).length + scene.times(2).length;
    expect(left - now).toBeLessThanOrEqual(5000);
    left = now;
  }
  expect(left).toBe(0);
  expect(scene.times(3)).toHaveLength(3);
});

test("tells of each removed sensor once", () => {
  using scene = new TestProcessing();
  const removed = [1];
  const purger = new Purger(
    () => removed,
    scene.store,
    () => undefined,
  );
  expect(purger.refresh()).toEqual([1]);
  removed.push(2);
  expect(purger.refresh()).toEqual([2]);
  expect(purger.refresh()).toEqual([]);
});

test("a fault of the store takes nothing off the list", () => {
  using scene = new TestProcessing();
  save(scene, 1, 10);
  const purger = new Purger(
    () => [1],
    scene.store,
    () => undefined,
  );
  purger.refresh();
  const fault = scene.breakStore("DELETE");
  expect(() => purger.purgeSome()).toThrow("a fault");
  expect(scene.times(1)).toHaveLength(10);
  fault.mend();
  expect(purger.purgeSome()).toBeTrue();
  expect(purger.purgeSome()).toBeFalse();
  expect(scene.times(1)).toEqual([]);
});
