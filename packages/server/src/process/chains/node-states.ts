import type { SensorStates } from "@weir/rule-engine/chain-host";
import type { NodeKey } from "../../store/counts/node-key.ts";
import type { OwnerQueries } from "../../store/owner-queries.ts";
import type { OpenBatch } from "../open-batch.ts";

/**
 * Maximum amount of numbers in memory, over all nodes and sensors. Past it, unused states are dropped and read again
 * when needed.
 */
const cachedNumbersMax = 8 * 1024 * 1024;

/**
 * The states of all stateful nodes. The states of a sensor are read from the store before the batch with its first
 * reading, stay in memory, and are written with the batches that change them.
 */
export class NodeStates {
  readonly #queries: Pick<OwnerQueries, "states">;
  readonly #nodes = new Map<string, StatesOfNode>();
  readonly #chainIds = new Set<number>();
  readonly #changed: ChangedStates = { batch: 1, entries: [], cachedNumbers: 0 };
  /** Grows when states were dropped, or when a new node keeps states: sensors must be loaded again then. */
  generation = 1;

  constructor(queries: Pick<OwnerQueries, "states">) {
    this.#queries = queries;
  }

  /** Returns whether nodes of the chain keep states. */
  isOfChain(chainId: number): boolean {
    return this.#chainIds.has(chainId);
  }

  /** Loads the states of these sensors, unless they are in memory. A batch must not run before this resolves. */
  async load(sensorIds: readonly number[]): Promise<void> {
    for (const { node, sensorId, state } of await this.#queries.states(sensorIds)) {
      this.#nodes.get(keyOf(node))?.keep(sensorId, state);
    }
  }

  /** Returns the states of the node, whichever version of its chain asks. They start empty if their size has changed. */
  of(node: NodeKey, size: number): StatesOfNode {
    const key = keyOf(node);
    const known = this.#nodes.get(key);
    if (known?.size === size) return known;
    const states = new StatesOfNode(node, size, this.#changed);
    this.#nodes.set(key, states);
    this.#chainIds.add(node.chainId);
    this.generation++;
    return states;
  }

  /** Adds changed states to the batch. */
  write({ states }: Pick<OpenBatch, "states">): void {
    for (const { node, sensorId, values } of this.#changed.entries) {
      states.push({ node, sensorId, state: new Uint8Array(values.buffer) });
    }
  }

  /** Called when the batch is committed. */
  committed(): void {
    this.#changed.entries.length = 0;
    this.#changed.batch++;
    if (this.#changed.cachedNumbers <= cachedNumbersMax) return;
    for (const states of this.#nodes.values()) states.forgetAll();
    this.#changed.cachedNumbers = 0;
    this.generation++;
  }

  /** Called when the batch was rolled back: the states it changed are read again. */
  rolledBack(): void {
    for (const { owner, sensorId } of this.#changed.entries) owner.forget(sensorId);
    this.#changed.entries.length = 0;
    this.#changed.batch++;
    this.generation++;
  }

  forgetChain(chainId: number): void {
    for (const [key, states] of this.#nodes) if (states.node.chainId === chainId) this.#nodes.delete(key);
    this.#chainIds.delete(chainId);
  }

  forgetSensor(sensorId: number): void {
    for (const states of this.#nodes.values()) states.forget(sensorId);
  }
}

interface StateEntry {
  readonly owner: StatesOfNode;
  readonly node: NodeKey;
  readonly sensorId: number;
  readonly values: Float64Array;
  /** The batch in which the state was last handed out, and so may have been changed. */
  batch: number;
}

interface ChangedStates {
  batch: number;
  readonly entries: StateEntry[];
  cachedNumbers: number;
}

class StatesOfNode implements SensorStates {
  readonly size: number;
  readonly node: NodeKey;
  readonly #changed: ChangedStates;
  readonly #bySensor = new Map<number, StateEntry>();

  constructor(node: NodeKey, size: number, changed: ChangedStates) {
    this.node = node;
    this.size = size;
    this.#changed = changed;
  }

  of(sensorId: number): Float64Array {
    const entry = this.#bySensor.get(sensorId) ?? this.#make(sensorId);
    if (entry.batch !== this.#changed.batch) {
      entry.batch = this.#changed.batch;
      this.#changed.entries.push(entry);
    }
    return entry.values;
  }

  /** Returns the numbers only to look at them; undefined for a new sensor. */
  peek(sensorId: number): Float64Array | undefined {
    return this.#bySensor.get(sensorId)?.values;
  }

  forget(sensorId: number): void {
    this.#bySensor.delete(sensorId);
  }

  forgetAll(): void {
    this.#bySensor.clear();
  }

  /** Takes a state of the store, unless a newer one is in memory. */
  keep(sensorId: number, state: Uint8Array): void {
    // A state of another size belongs to another configuration of the node, so it is ignored.
    if (this.#bySensor.has(sensorId) || state.length !== this.size * Float64Array.BYTES_PER_ELEMENT) return;
    new Uint8Array(this.#make(sensorId).values.buffer).set(state);
  }

  #make(sensorId: number): StateEntry {
    const values = new Float64Array(this.size);
    const entry = { owner: this, node: this.node, sensorId, values, batch: 0 };
    this.#bySensor.set(sensorId, entry);
    this.#changed.cachedNumbers += this.size;
    return entry;
  }
}

function keyOf({ chainId, nodeId }: NodeKey): string {
  return `${chainId} ${nodeId}`;
}
