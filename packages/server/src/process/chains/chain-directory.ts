import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainHost, ChainObserver } from "@weir/rule-engine/chain-host";
import { compileChain } from "@weir/rule-engine/compile-chain";
import type { Step } from "@weir/rule-engine/node-type";
import type { CountSaved } from "@weir/rule-engine/saving-chain";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { SensorAlerts } from "../alerts/armed-rule.ts";

/** The published version of a chain. */
export interface PublishedChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly version: number;
  readonly definition: ChainDefinition;
}

/** A published chain ready to run, or the reason why it cannot. */
export type RunnableChain = PublishedChain & { /** Counted from 0. */ readonly number: number } & (
    | { ok: true; run: Step /* Null if the chain does more than save. */; countSaved: CountSaved | null }
    | { ok: false; problem: string }
  );

/** A sensor with readings, and its chain. */
export interface SensorEntry {
  readonly source: SensorSource;
  readonly chain: RunnableChain;
  /** The chain's number, copied here to save an access to the chain. */
  readonly chainNumber: number;
  /**
   * The chain's counter of saved readings; null if the chain cannot run or does more than save, or if alert rules judge
   * each reading.
   */
  readonly countSaved: CountSaved | null;
  /** Null if no alert rule applies to the sensor, so that its readings cost nothing more. */
  readonly alerts: SensorAlerts | null;
  /** Whether the store knows that this is the sensor's chain. ChainUses sets it. */
  isChainNoted: boolean;
  /** The generation of NodeStates in which the sensor's states were loaded. BatchNeeds sets it. */
  fetchedIn: number;
}

/**
 * Control data that the directory reads: of all sensors, or of the sensors of one device. It is in memory and answers
 * at once.
 */
export interface ChainSource {
  chains(): Iterable<PublishedChain>;
  sensors(deviceId?: number): Iterable<SensorRecord>;
}

interface SensorRecord {
  readonly source: SensorSource;
  readonly chainId: number;
  readonly alerts: SensorAlerts | null;
}

type HostOf = (chain: PublishedChain, observer: ChainObserver | null) => ChainHost;

/** Holds chains in memory, compiled once per published version. A change of control data names what to look up again. */
export class ChainDirectory {
  readonly #source: ChainSource;
  #hostOf: HostOf | null = null;
  #chains = new Map<number, RunnableChain>();
  #byUuid = new Map<string, RunnableChain>();
  #bySensor = new Map<number, SensorEntry>();
  /** Chains keep their numbers from version to version, so numbers go up to how many chains there ever were. */
  readonly #numbers = new Map<number, number>();
  #byDevice = new Map<number, SensorEntry[]>();
  /** Null if it has to be gathered again. */
  #silenceWatched: readonly SensorEntry[] | null = null;

  constructor(source: ChainSource) {
    this.#source = source;
  }

  /** Compiles everything for the first time. Hosts may look into this directory in turn. */
  open(hostOf: HostOf): void {
    this.#hostOf = hostOf;
    this.reload();
  }

  /** Returns null if the sensor was removed. */
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

  /** The sensors of a device that have alert rules. */
  alertedOf(deviceId: number): readonly SensorEntry[] {
    return this.#byDevice.get(deviceId)?.filter(({ alerts }) => alerts !== null) ?? [];
  }

  /** The sensors with an alert rule about silence. */
  silenceWatched(): readonly SensorEntry[] {
    this.#silenceWatched ??= [...this.#bySensor.values()].filter(({ alerts }) =>
      alerts?.some(({ condition }) => condition.kind === "silent"),
    );
    return this.#silenceWatched;
  }

  /** Returns null if the device has no sensors left. */
  accountOfDevice(deviceId: number): number | null {
    return this.#byDevice.get(deviceId)?.[0]?.source.accountId ?? null;
  }

  *sources(): Generator<SensorSource> {
    for (const { source } of this.#bySensor.values()) yield source;
  }

  /** Compiles the chain again with an observer of every step. */
  compileObserved(chain: PublishedChain, observer: ChainObserver): RunnableChain {
    return this.#compile(chain, observer);
  }

  reload(): void {
    // Sensors are read first, so that every chain they refer to exists when chains are read.
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
    this.#silenceWatched = null;
    for (const sensor of sensors) this.#assign(sensor);
  }

  /** All chain numbers are below this. */
  get numbersEnd(): number {
    return this.#numbers.size;
  }

  /** Returns whether a published chain has that id. */
  has(chainId: number): boolean {
    return this.#chains.has(chainId);
  }

  /** Reads the sensors of one device again. */
  reloadDevice(deviceId: number): void {
    for (const { source } of this.#byDevice.get(deviceId) ?? []) this.#bySensor.delete(source.sensorId);
    this.#byDevice.delete(deviceId);
    this.#silenceWatched = null;
    const sensors = [...this.#source.sensors(deviceId)];
    if (sensors.every(({ chainId }) => this.#chains.has(chainId)))
      for (const sensor of sensors) this.#assign(sensor);
    else this.reload();
  }

  forget(sensorIds: Iterable<number>): void {
    for (const sensorId of sensorIds) this.#bySensor.delete(sensorId);
    this.#silenceWatched = null;
  }

  #assign({ source, chainId, alerts }: SensorRecord): void {
    const chain = this.#chains.get(chainId);
    if (chain === undefined) throw new Error(`Chain ${chainId} applies to a sensor and does not exist.`);
    const counting = { countSaved: chain.ok && alerts === null ? chain.countSaved : null };
    const unknown = { isChainNoted: false, fetchedIn: 0 };
    const entry = { source, chain, chainNumber: chain.number, alerts, ...counting, ...unknown };
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
