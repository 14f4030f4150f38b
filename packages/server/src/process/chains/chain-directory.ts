import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainHost, ChainObserver } from "@weir/rule-engine/chain-host";
import { compileChain } from "@weir/rule-engine/compile-chain";
import type { Step } from "@weir/rule-engine/node-type";
import type { CountSaved } from "@weir/rule-engine/saving-chain";
import type { SensorSource } from "@weir/rule-engine/sensor-source";

/** A chain as it is in force: its published version. */
export interface PublishedChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly version: number;
  readonly definition: ChainDefinition;
}

/** A chain ready to run; or why it cannot. */
export type RunnableChain = PublishedChain & { /** Counted from 0. */ readonly number: number } & (
    | { ok: true; run: Step /** Null unless it does nothing but save. */; countSaved: CountSaved | null }
    | { ok: false; problem: string }
  );

/** A sensor whose readings arrive, and the chain that applies to it. */
export interface SensorEntry {
  readonly source: SensorSource;
  readonly chain: RunnableChain;
  /** The chain's number, here as well to spare a look at the chain. */
  readonly chainNumber: number;
  /** That of the chain; null where it cannot run or does more than save. */
  readonly countSaved: CountSaved | null;
  /** Whether the store knows that this is the sensor's chain; whoever tells it says so here. */
  isChainNoted: boolean;
  /** Since when it is in memory what chains keep for the sensor; whoever fetches that says so here. */
  fetchedIn: number;
}

/** Control data as the directory needs it: of all sensors, or of one device's. It is in memory and answers at once. */
export interface ChainSource {
  chains(): Iterable<PublishedChain>;
  sensors(deviceId?: number): Iterable<SensorRecord>;
}

export interface SensorRecord {
  readonly source: SensorSource;
  readonly chainId: number;
}

export type HostOf = (chain: PublishedChain, observer: ChainObserver | null) => ChainHost;

/** Chains in memory, compiled once per published version. A change of control data names what to look up again. */
export class ChainDirectory {
  readonly #source: ChainSource;
  #hostOf: HostOf | null = null;
  #chains = new Map<number, RunnableChain>();
  #byUuid = new Map<string, RunnableChain>();
  #bySensor = new Map<number, SensorEntry>();
  /** Chains keep their numbers from version to version, so there are as many as there ever were chains. */
  readonly #numbers = new Map<number, number>();
  #byDevice = new Map<number, SensorEntry[]>();

  constructor(source: ChainSource) {
    this.#source = source;
  }

  /** Compiles everything for the first time, for hosts that may in turn look into this directory. */
  open(hostOf: HostOf): void {
    this.#hostOf = hostOf;
    this.reload();
  }

  /** Null when the sensor was removed. */
  of(sensorId: number): SensorEntry | null {
    return this.#bySensor.get(sensorId) ?? null;
  }

  chainByUuid(uuid: string): RunnableChain | undefined {
    return this.#byUuid.get(uuid);
  }

  chainById(id: number): RunnableChain | undefined {
    return this.#chains.get(id);
  }

  sensorOfDevice(deviceId: number, slug: string): number | undefined {
    const sensors = this.#byDevice.get(deviceId) ?? [];
    return sensors.find(({ source }) => source.sensor.slug === slug)?.source.sensorId;
  }

  /** Null where the device has no sensors left. */
  accountOfDevice(deviceId: number): number | null {
    return this.#byDevice.get(deviceId)?.[0]?.source.accountId ?? null;
  }

  *sources(): Generator<SensorSource> {
    for (const { source } of this.#bySensor.values()) yield source;
  }

  /** The same chain once more, with somebody watching every step. */
  compileObserved(chain: PublishedChain, observer: ChainObserver): RunnableChain {
    return this.#compile(chain, observer);
  }

  reload(): void {
    // Sensors first: whatever chain they refer to exists by the time chains are read.
    const sensors = [...this.#source.sensors()];
    const chains = new Map<number, RunnableChain>();
    for (const chain of this.#source.chains()) {
      const known = this.#chains.get(chain.id);
      const isSame = known?.version === chain.version && known.name === chain.name;
      chains.set(chain.id, isSame ? known : this.#compile(chain, null));
    }
    this.#chains = chains;
    this.#byUuid = new Map([...chains.values()].map((chain) => [chain.uuid, chain]));
    this.#bySensor = new Map();
    this.#byDevice = new Map();
    for (const sensor of sensors) this.#assign(sensor);
  }

  /** Chain numbers are below this. */
  get numbersEnd(): number {
    return this.#numbers.size;
  }

  /** Whether there is a published chain of that id. */
  has(chainId: number): boolean {
    return this.#chains.has(chainId);
  }

  /** Looks the sensors of one device up again. */
  reloadDevice(deviceId: number): void {
    this.#byDevice.delete(deviceId);
    const sensors = [...this.#source.sensors(deviceId)];
    if (sensors.every(({ chainId }) => this.#chains.has(chainId)))
      for (const sensor of sensors) this.#assign(sensor);
    else this.reload();
  }

  forget(sensorIds: Iterable<number>): void {
    for (const sensorId of sensorIds) this.#bySensor.delete(sensorId);
  }

  #assign({ source, chainId }: SensorRecord): void {
    const chain = this.#chains.get(chainId);
    if (chain === undefined) throw new Error(`Chain ${chainId} applies to a sensor and does not exist.`);
    const counting = { countSaved: chain.ok ? chain.countSaved : null };
    const unknown = { isChainNoted: false, fetchedIn: 0 };
    const entry = { source, chain, chainNumber: chain.number, ...counting, ...unknown };
    this.#bySensor.set(source.sensorId, entry);
    const ofDevice = this.#byDevice.get(source.deviceId);
    if (ofDevice === undefined) this.#byDevice.set(source.deviceId, [entry]);
    else ofDevice.push(entry);
  }

  #compile(chain: PublishedChain, observer: ChainObserver | null): RunnableChain {
    const number = this.#numbers.get(chain.id) ?? this.#numbers.size;
    this.#numbers.set(chain.id, number);
    const host = this.#hostOf!(chain, observer);
    return { ...chain, number, ...compileChain(chain.definition, host, { wasChecked: true }) };
  }
}
