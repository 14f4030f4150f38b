import { describe, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { at } from "../queue/test-positions.ts";
import { StoreFault } from "../store/store-fault.ts";
import { AccountBacklogs } from "./account-backlogs.ts";
import { ChainDirectory } from "./chains/chain-directory.ts";
import { Processor } from "./processor.ts";
import { TestProcessing } from "./test-processing.ts";

const busy = { accountId: 1, deviceId: 1, sensors: [11, 12] };
const quiet = { accountId: 2, deviceId: 2, sensors: [21] };
/** A turn of the busy account is this many readings, half a turn is half as many. */
const turnReadings = 64;

/** Two accounts, each with a device and a chain that saves everything. */
class Scene extends TestProcessing {
  override processor(): Processor {
    this.chains = new ChainDirectory({
      chains: () => [busy, quiet].map(({ accountId }) => ({ ...this.#chain(accountId), accountId })),
      sensors: (only) =>
        [busy, quiet]
          .filter(({ deviceId }) => only === undefined || deviceId === only)
          .flatMap(({ accountId, deviceId, sensors }) =>
            sensors
              .filter((sensorId) => !this.removed.has(sensorId))
              .map((sensorId) => ({
                source: { ...sampleSource(sensorId), accountId, deviceId },
                alerts: null,
                chainId: accountId,
              })),
          ),
    });
    this.turnReadings = turnReadings;
    return new Processor(this.parts());
  }

  readonly removed = new Set<number>();

  #chain(id: number) {
    return { id, definition: defaultChain, version: 1, uuid: `chain-${id}`, name: `Chain ${id}` };
  }

  /** Appends one request of the device, with this many readings of each of its sensors. */
  send({ deviceId, sensors }: typeof busy, count: number, fromUs: number): number {
    const readings = Array.from({ length: count }, (_, nth) =>
      sensors.map((sensorId) => ({ sensorId, atUs: fromUs + nth, value: fromUs + nth })),
    ).flat();
    return this.append({ deviceId, readings });
  }

  parked(): unknown[] {
    return this.rows("SELECT account_id, position, first_ordinal, readings FROM parked_frames ORDER BY id");
  }

  /** Rows and blocks are returned by time, so this only checks that each reading is stored once. */
  isComplete(sensorId: number, count: number): boolean {
    const times = this.times(sensorId);
    return times.length === count && times.every((atUs, nth) => atUs === nth);
  }
}

async function settleEverything(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0 || (await processor.settleParked()));
}

describe("an account that takes longer than its turn", () => {
  test("has the rest of its readings parked, while those of others in the batch are settled", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    scene.send(busy, 500, 0);
    const position = scene.send(quiet, 3, 0);
    await processor.settleNext();
    expect(processor.position.sequence).toBe(position);
    expect(scene.isComplete(21, 3)).toBeTrue();
    expect(scene.times(11).length).toBeLessThan(100);
    const { saved, ended, dead } = scene.store.progress();
    const [backlog] = processor.turns.backlogs.all();
    expect(backlog).toMatchObject({ accountId: busy.accountId, readings: 1003 - saved });
    expect([ended, dead]).toEqual([0, 0]);
  });

  test("loses and repeats nothing, whatever was parked and however often", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    for (let request = 0; request < 20; request++) scene.send(busy, 50, request * 50);
    const position = scene.send(quiet, 3, 0);
    await settleEverything(processor);
    expect(scene.parked()).toEqual([]);
    expect(scene.store.progress()).toEqual({
      position: at(position),
      saved: 2003,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
    });
    for (const sensorId of busy.sensors) expect(scene.isComplete(sensorId, 1000)).toBeTrue();
  });

  test("has new readings queued behind parked ones, while others pass both", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    scene.send(busy, 500, 0);
    await processor.settleNext();
    const before = scene.times(11).length;
    scene.send(busy, 1, 500);
    scene.send(quiet, 1, 0);
    await processor.settleNext();
    expect(scene.times(11)).toHaveLength(before);
    expect(scene.isComplete(21, 1)).toBeTrue();
    expect(scene.parked()).toHaveLength(2);
    let last = before;
    while (await processor.settleParked()) {
      const times = scene.times(11);
      // The stored readings are always a prefix of those sent: none overtakes another.
      expect(times.every((atUs, nth) => atUs === nth)).toBeTrue();
      expect(times.length).toBeGreaterThanOrEqual(last);
      last = times.length;
    }
    expect(scene.isComplete(11, 501)).toBeTrue();
  });

  test("continues its backlog after a restart", async () => {
    using scene = new Scene();
    scene.send(busy, 500, 0);
    await scene.processor().settleNext();
    const parked = scene.parked();
    expect(parked).not.toEqual([]);
    const second = scene.processor();
    expect(await second.settleParked()).toBeTrue();
    await settleEverything(scene.processor());
    expect(scene.store.progress()).toMatchObject({ saved: 1000, alreadyStored: 0 });
    expect(scene.isComplete(12, 500)).toBeTrue();
  });

  test("keeps its backlog unchanged when a batch fails", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    scene.send(busy, 500, 0);
    const fault = scene.breakStore("INSERT");
    await expect(processor.settleNext()).rejects.toThrow(StoreFault);
    expect([scene.parked(), processor.turns.backlogs.isEmpty]).toEqual([[], true]);
    fault.mend();
    await processor.settleNext();
    const parked = scene.parked();
    const again = scene.breakStore("INSERT");
    await expect(processor.settleParked()).rejects.toThrow(StoreFault);
    expect(scene.parked()).toEqual(parked);
    again.mend();
    await settleEverything(processor);
    expect(scene.store.progress()).toMatchObject({ saved: 1000, alreadyStored: 0 });
  });

  test("has every reading of a device without sensors settled or parked", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    scene.send(busy, 500, 0);
    for (const sensorId of busy.sensors) scene.removed.add(sensorId);
    scene.chains.reloadDevice(busy.deviceId);
    await processor.settleNext();
    const { saved, ended, dead } = scene.store.progress();
    const parked = processor.turns.backlogs.all().reduce((sum, { readings }) => sum + readings, 0);
    expect(saved + ended + dead + parked).toBe(1000);
  });

  test("has parked readings ended if their sensor was removed meanwhile", async () => {
    using scene = new Scene();
    scene.send(busy, 500, 0);
    await scene.processor().settleNext();
    const saved = scene.times(12).length;
    scene.removed.add(12);
    await settleEverything(scene.processor());
    expect(scene.times(12)).toHaveLength(saved);
    expect(scene.isComplete(11, 500)).toBeTrue();
    expect(scene.store.progress()).toMatchObject({ saved: 500 + saved, ended: 500 - saved, dead: 0 });
  });

  test("continues after a parked request that cannot be read, which becomes one dead letter", async () => {
    using scene = new Scene();
    scene.send(busy, 500, 0);
    await scene.processor().settleNext();
    scene.send(busy, 1, 500);
    await scene.processor().settleNext();
    const { saved } = scene.store.progress();
    scene.store.database.run(
      "UPDATE parked_frames SET data = x'00' WHERE id = (SELECT min(id) FROM parked_frames)",
    );
    await settleEverything(scene.processor());
    expect(scene.parked()).toEqual([]);
    expect(scene.store.progress()).toMatchObject({ saved: saved + 2, dead: 1000 - saved });
    expect(scene.rows("SELECT count(*) AS letters FROM dead_letters")).toEqual([{ letters: 1 }]);
  });

  test("never stops the queue, however much of it is parked", async () => {
    using scene = new Scene();
    const processor = scene.processor();
    for (let request = 0; request < 30; request++) {
      scene.send(busy, 500, request * 500);
      const position = scene.send(quiet, 1, request);
      expect(await processor.settleNext()).toBeGreaterThan(0);
      expect(processor.position.sequence).toBe(position);
    }
    expect(scene.isComplete(21, 30)).toBeTrue();
  });
});

test("gives all accounts of a tenant one turn together, and their backlogs as many as that of another", async () => {
  using scene = new Scene();
  scene.tenantOf = () => 1;
  const processor = scene.processor();
  scene.send(busy, turnReadings, 0);
  scene.send(quiet, turnReadings, 0);
  await processor.settleNext();
  const parked = scene.parked() as { account_id: number }[];
  expect(parked.map(({ account_id }) => account_id)).toContain(quiet.accountId);
  using apart = new Scene();
  const alone = apart.processor();
  apart.send(busy, turnReadings, 0);
  apart.send(quiet, turnReadings / 2, 0);
  await alone.settleNext();
  expect((apart.parked() as typeof parked).map(({ account_id }) => account_id)).not.toContain(
    quiet.accountId,
  );
});

test("alternates between tenants, however many accounts one of them has", async () => {
  const backlog = (accountId: number) => ({ accountId, position: at(1), readings: 1, bytes: 1 });
  const backlogs = new AccountBacklogs({ backlogs: async () => [1, 2, 3, 9].map(backlog) }, (accountId) =>
    accountId < 9 ? 1 : 9,
  );
  await backlogs.refresh();
  const served = Array.from({ length: 8 }, () => backlogs.next());
  expect(served).toEqual([1, 9, 2, 9, 3, 9, 1, 9]);
});
