import { expect, test } from "bun:test";
import { openEmbeddedStore } from "../installation/embedded/open-store.ts";
import { FrameWriter } from "../queue/frame-writer.ts";
import { frameHeaderBytes } from "../queue/packed-readings.ts";
import { SqliteLogReader } from "../queue/sqlite-log/sqlite-log-reader.ts";
import { divideStore } from "../store/engine/sqlite/divide-store.ts";
import { readPartitions } from "../store/engine/sqlite/read-store-progress.ts";
import { PartitionScope } from "./partition-scope.ts";
import { Processor } from "./processor.ts";
import { endingSensor, savingSensor, TestProcessing } from "./test-processing.ts";

/** Sensors of device 2 save, and those of device 3 do not. */
const [even, odd] = [
  { deviceId: 2, sensorId: savingSensor },
  { deviceId: 3, sensorId: endingSensor },
];

/** Two processors that share a log and a store, each with a connection of its own. */
class TwoProcessors implements Disposable {
  readonly scene = new TestProcessing();
  readonly stores = [0, 1].map((number) => {
    if (number === 0) divideStore(this.scene.store.database, 2);
    return openEmbeddedStore(this.scene.dataDir, {}, { number, processes: 2 });
  });
  readonly queue = new SqliteLogReader(this.scene.dataDir, 2);

  async processor(partition: number): Promise<Processor> {
    const { ownership, settlement, queriesOf } = this.stores[partition]!;
    const { epoch } = await ownership.take(partition);
    const scope = new PartitionScope(partition, 2);
    this.scene.processor({ settlement, queries: queriesOf(partition), epoch, scope });
    return new Processor({ ...this.scene.newest!, queue: this.queue });
  }

  append(...frames: (typeof even)[]): number {
    let nth = 0;
    return this.scene.append(
      ...frames.map(({ deviceId, sensorId }) => ({
        deviceId,
        readings: [{ sensorId, atUs: this.scene.log.totals().position * 1000 + ++nth }],
      })),
    );
  }

  get progress() {
    return readPartitions(this.scene.store.database).map(({ position, saved, ended, dead }) => ({
      sequence: position.sequence,
      saved,
      ended,
      dead,
    }));
  }

  [Symbol.dispose](): void {
    for (const { store } of this.stores) store.close();
    void this.queue.close();
    this.scene[Symbol.dispose]();
  }
}

async function settleAll(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0);
}

test("settles the readings of its own devices only, and moves past the others", async () => {
  using two = new TwoProcessors();
  const [first, second] = [await two.processor(0), await two.processor(1)];
  const end = two.append(even, odd, even, odd, odd);
  await settleAll(second);
  expect(two.progress).toEqual([
    { sequence: 0, saved: 0, ended: 0, dead: 0 },
    { sequence: end, saved: 0, ended: 3, dead: 0 },
  ]);
  await settleAll(first);
  expect(two.progress).toEqual([
    { sequence: end, saved: 2, ended: 0, dead: 0 },
    { sequence: end, saved: 0, ended: 3, dead: 0 },
  ]);
});

test("commits batches of both that begin at the same time, and makes them durable together", async () => {
  using two = new TwoProcessors();
  const both = [await two.processor(0), await two.processor(1)];
  let end = 0;
  for (let round = 0; round < 20; round++) {
    end = two.append(even, odd);
    await Promise.all(both.map(settleAll));
  }
  expect(two.progress).toEqual([
    { sequence: end, saved: 20, ended: 0, dead: 0 },
    { sequence: end, saved: 0, ended: 20, dead: 0 },
  ]);
  const { settlement } = two.stores[0]!;
  expect(await settlement.rest(1)).toEqual({ partition: 1, sequence: end });
  expect(await settlement.durable(0)).toEqual({ partition: 0, sequence: end });
});

test("counts readings that cannot be read once: in a frame by its owner, after a broken frame by the first", async () => {
  using two = new TwoProcessors();
  const both = [await two.processor(0), await two.processor(1)];
  const wrongTime = pack(odd, Number.NaN);
  const broken = pack(even, 9);
  new Uint32Array(broken.buffer)[0] = frameHeaderBytes - 8;
  two.scene.appendRaw(Buffer.concat([pack(even, 1), wrongTime, pack(odd, 2), pack(even, 3), broken]), 5);
  for (const processor of both) await settleAll(processor);
  expect(two.progress.map(({ saved, ended, dead }) => ({ saved, ended, dead }))).toEqual([
    { saved: 2, ended: 0, dead: 1 },
    { saved: 0, ended: 1, dead: 1 },
  ]);
});

function pack({ deviceId, sensorId }: typeof even, atUs: number): Uint8Array {
  const frame = new FrameWriter();
  frame.begin({ deviceId, arrivalUs: 1.78e15, batteryVolts: null, request: { boot: 1, number: 1 } });
  frame.add(sensorId, 20, atUs, -1, 0, "metadata");
  return new Uint8Array(frame.finish());
}
