import { expect, test } from "bun:test";
import { at } from "../queue/test-positions.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { receiptQueries } from "../store/receipts/queries.ts";
import type { Processor } from "./processor.ts";
import { endingSensor, savingSensor, TestProcessing } from "./test-processing.ts";

class Scene extends TestProcessing {
  readonly receipts = receiptQueries(new SqliteStoreReader(this.dataDir));
  #atUs = 0;

  /** Sends one reading per sensor. Returns their position in the queue. */
  async send(processor: Processor, ...sensorIds: number[]): Promise<number> {
    const readings = sensorIds.map((sensorId) => ({ sensorId, atUs: ++this.#atUs }));
    const position = this.append({ readings });
    await processor.settleNext();
    return position;
  }

  /** `[sensor, chain, version]` of each sensor. */
  async usesAt(position: number): Promise<number[][]> {
    const { deviceId } = this.chains.of(savingSensor)!.source;
    return (await this.receipts.chainsInUse(deviceId, at(position))).map(
      ({ sensorId, chainId, chainVersion }) => [sensorId, chainId, chainVersion],
    );
  }

  override [Symbol.dispose](): void {
    void this.receipts.close();
    super[Symbol.dispose]();
  }
}

test("knows the chain and version of readings at each position, even after a restart", async () => {
  using scene = new Scene();
  const processor = scene.processor();
  const first = await scene.send(processor, savingSensor);
  const second = await scene.send(processor, savingSensor, endingSensor);
  scene.versions.set(1, 2);
  scene.chains.reload();
  const third = await scene.send(processor, savingSensor);
  scene.chainOfSensor.set(savingSensor, 2);
  const fourth = await scene.send(scene.processor(), savingSensor, endingSensor);
  expect(await scene.usesAt(first)).toEqual([[savingSensor, 1, 1]]);
  const ending = [endingSensor, 2, 1];
  expect(await scene.usesAt(second)).toEqual([[savingSensor, 1, 1], ending]);
  expect(await scene.usesAt(third)).toEqual([[savingSensor, 1, 2], ending]);
  expect(await scene.usesAt(fourth)).toEqual([[savingSensor, 2, 1], ending]);
  expect(scene.rows("SELECT * FROM chains_in_use")).toHaveLength(4);
});

test("records with the repeat what a rolled-back batch had recorded", async () => {
  using scene = new Scene();
  const processor = scene.processor();
  const fault = scene.breakStore("INSERT");
  await expect(scene.send(processor, savingSensor)).rejects.toThrow("integer overflow");
  fault.mend();
  await processor.settleNext();
  expect(await scene.usesAt(Number.MAX_SAFE_INTEGER)).toEqual([[savingSensor, 1, 1]]);
});
