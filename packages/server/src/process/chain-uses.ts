import type { Position } from "../queue/position.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { OpenBatch } from "./open-batch.ts";

/**
 * Tells the store which chain sensors have, as a part of the batch in which the first reading comes up that goes into it,
 * so that people can be told which chain and version saved a reading. Once told it costs a look at a field per reading.
 */
export class ChainUses {
  readonly #batch: Pick<OpenBatch, "chainUses">;
  /** Of the batch that is open. */
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
