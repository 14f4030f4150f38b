import type { Position } from "../queue/position.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { OpenBatch } from "./open-batch.ts";

/**
 * Records in the store which chain each sensor uses, in the batch with the first reading that enters it, so that people
 * can see which chain and version saved a reading. After that the check costs one field access per reading.
 */
export class ChainUses {
  readonly #batch: Pick<OpenBatch, "chainUses">;
  /** The sensors recorded in the open batch. */
  #noted: SensorEntry[] = [];

  constructor(batch: Pick<OpenBatch, "chainUses">) {
    this.#batch = batch;
  }

  note(sensor: SensorEntry, fromPosition: Position): void {
    const { deviceId, sensorId } = sensor.source;
    const { id: chainId, version: chainVersion } = sensor.chain;
    this.#batch.chainUses.push({ deviceId, sensorId, chainId, chainVersion, fromPosition });
    sensor.isChainNoted = true;
    this.#noted.push(sensor);
  }

  committed(): void {
    if (this.#noted.length > 0) this.#noted = [];
  }

  rolledBack(): void {
    for (const sensor of this.#noted) sensor.isChainNoted = false;
    this.#noted = [];
  }
}
