import type { SensorStates } from "@weir/rule-engine/chain-host";
import type { ChainStore, NodeKey } from "../../store/chain-store.ts";

/** Numbers kept in memory over all nodes and sensors, past which what is not in use is read again when needed. */
const cachedNumbersMax = 8 * 1024 * 1024;

/**
 * The states of all stateful nodes. They are read from the store when a sensor's first reading comes by, live in
 * memory, and are written with the batch that changed them.
 */
export class NodeStates {
  readonly #store: ChainStore;
  readonly #nodes = new Map<string, StatesOfNode>();
  readonly #changed: ChangedStates = { batch: 1, entries: [], cachedNumbers: 0 };

  constructor(store: ChainStore) {
    this.#store = store;
  }

  /** Those of the node, whatever version of its chain asks; anew where the size is another than before. */
  of(node: NodeKey, size: number): SensorStates {
    const key = `${node.chainId} ${node.nodeId}`;
    const known = this.#nodes.get(key);
    if (known?.size === size) return known;
    const states = new StatesOfNode(node, size, this.#store, this.#changed);
    this.#nodes.set(key, states);
    return states;
  }

  /** Writes what the batch changed, as a part of it. */
  write(): void {
    for (const { node, sensorId, values } of this.#changed.entries) {
      this.#store.saveState(node, sensorId, new Uint8Array(values.buffer));
    }
  }

  /** The batch is in the store. */
  committed(): void {
    this.#changed.entries.length = 0;
    this.#changed.batch++;
    if (this.#changed.cachedNumbers <= cachedNumbersMax) return;
    for (const states of this.#nodes.values()) states.forgetAll();
    this.#changed.cachedNumbers = 0;
  }

  /** The batch was undone: what it changed is read again. */
  rolledBack(): void {
    for (const { owner, sensorId } of this.#changed.entries) owner.forget(sensorId);
    this.#changed.entries.length = 0;
    this.#changed.batch++;
  }

  forgetChain(chainId: number): void {
    for (const [key, states] of this.#nodes) if (states.node.chainId === chainId) this.#nodes.delete(key);
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
  /** The batch in which it was last handed out, and so perhaps changed. */
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
  readonly #store: ChainStore;
  readonly #changed: ChangedStates;
  readonly #bySensor = new Map<number, StateEntry>();

  constructor(node: NodeKey, size: number, store: ChainStore, changed: ChangedStates) {
    this.node = node;
    this.size = size;
    this.#store = store;
    this.#changed = changed;
  }

  of(sensorId: number): Float64Array {
    const entry = this.#bySensor.get(sensorId) ?? this.#load(sensorId);
    if (entry.batch !== this.#changed.batch) {
      entry.batch = this.#changed.batch;
      this.#changed.entries.push(entry);
    }
    return entry.values;
  }

  forget(sensorId: number): void {
    this.#bySensor.delete(sensorId);
  }

  forgetAll(): void {
    this.#bySensor.clear();
  }

  #load(sensorId: number): StateEntry {
    const values = new Float64Array(this.size);
    const kept = this.#store.state(this.node, sensorId);
    // A state of another size is of another configuration of the node, and means nothing to this one.
    if (kept?.length === values.byteLength) new Uint8Array(values.buffer).set(kept);
    const entry = { owner: this, node: this.node, sensorId, values, batch: 0 };
    this.#bySensor.set(sensorId, entry);
    this.#changed.cachedNumbers += this.size;
    return entry;
  }
}
