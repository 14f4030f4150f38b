import type { SensorStates } from "./chain-host.ts";

/** States that live as long as this object: for runs that leave nothing behind. */
export class MemoryStates {
  readonly #byNode = new Map<string, Map<number, Float64Array>>();

  of(nodeId: string, size: number): SensorStates {
    const states = this.#byNode.get(nodeId) ?? new Map<number, Float64Array>();
    this.#byNode.set(nodeId, states);
    return {
      of(sensorId) {
        const known = states.get(sensorId);
        if (known !== undefined) return known;
        const state = new Float64Array(size);
        states.set(sensorId, state);
        return state;
      },
    };
  }
}
