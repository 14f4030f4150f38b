import type { ChainDefinition } from "@weir/rule-engine/chain";
import { compileChain } from "@weir/rule-engine/compile-chain";
import type { Step } from "@weir/rule-engine/node-type";

/** Which chain applies to a sensor, ready to run; or why none can. */
export type ApplicableChain = { ok: true; run: Step } | { ok: false; problem: string };

export interface ChainSource {
  chains(): Iterable<{ readonly id: number; readonly definition: ChainDefinition }>;
  /** Chain id by sensor id, of all sensors or of one device's. */
  chainOfSensors(deviceId?: number): Iterable<readonly [sensorId: number, chainId: number]>;
}

/** Chains in memory, compiled once each. Whoever changes control data says what to look up again. */
export class ChainDirectory {
  readonly #source: ChainSource;
  #chains = new Map<number, ApplicableChain>();
  #bySensor = new Map<number, ApplicableChain>();

  constructor(source: ChainSource) {
    this.#source = source;
    this.reload();
  }

  /** Null when the sensor was removed. */
  of(sensorId: number): ApplicableChain | null {
    return this.#bySensor.get(sensorId) ?? null;
  }

  reload(): void {
    this.#chains = new Map();
    for (const { id, definition } of this.#source.chains()) this.#chains.set(id, compileChain(definition));
    this.#bySensor = new Map();
    this.#assign(this.#source.chainOfSensors());
  }

  /** Looks the sensors of one device up again. */
  reloadDevice(deviceId: number): void {
    this.#assign(this.#source.chainOfSensors(deviceId));
  }

  forget(sensorIds: Iterable<number>): void {
    for (const sensorId of sensorIds) this.#bySensor.delete(sensorId);
  }

  #assign(sensors: Iterable<readonly [number, number]>): void {
    for (const [sensorId, chainId] of sensors) {
      const chain = this.#chains.get(chainId);
      this.#bySensor.set(sensorId, chain ?? { ok: false, problem: `Chain ${chainId} does not exist.` });
    }
  }
}
