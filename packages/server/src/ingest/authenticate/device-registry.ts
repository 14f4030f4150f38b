import type { ContractName, Handling } from "@weir/protocol/contracts";
import { type PreviousToken, TokenOverlap } from "./token-overlap.ts";

/**
 * Devices, tokens and sensors in memory, so that authenticating and addressing a reading touches no disk.
 * Kept current by whoever changes control data: `put` and `remove` take effect for every request begun after them.
 */
export interface Sensor {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
}

export interface DeviceRecord {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  /** Whether its rejected readings are kept, so that they can be submitted again. */
  readonly quarantine: boolean;
  readonly tokenHash: Uint8Array;
  /** Null for all devices but those whose token was replaced with an overlap. */
  readonly previousToken: PreviousToken | null;
  readonly sensors: readonly Sensor[];
}

/** How a device uses its two tokens while it has two. */
export interface TokenUse {
  readonly deviceId: number;
  readonly previousHash: Uint8Array;
  /** Whether the token before is refused by now. */
  readonly isOver: boolean;
  /** Times of the last use of each; 0 where it was not used since the registry was loaded. */
  readonly currentUsedMs: number;
  readonly previousUsedMs: number;
}

/** Up to this many sensors are searched one by one, which is faster than a map and takes no memory. */
const searchedSensorsMax = 8;

export class Device {
  readonly record: DeviceRecord;
  /** Null where there is but one token. */
  readonly overlap: TokenOverlap | null;
  #index: Map<string, Sensor> | null = null;

  /** `former` is the same device as it was before. */
  constructor(record: DeviceRecord, former?: Device) {
    this.record = record;
    this.overlap = overlapOf(record.previousToken, former?.overlap ?? null);
  }

  /** The sensor with this slug or UUID, exactly. Slugs are never shaped like UUIDs, so one index holds both. */
  sensor(identifier: string): Sensor | undefined {
    const { sensors } = this.record;
    if (sensors.length > searchedSensorsMax) return this.#indexed().get(identifier);
    for (const sensor of sensors) {
      if (sensor.slug === identifier || sensor.uuid === identifier) return sensor;
    }
    return undefined;
  }

  #indexed(): Map<string, Sensor> {
    if (this.#index === null) {
      this.#index = new Map();
      for (const sensor of this.record.sensors) this.#index.set(sensor.slug, sensor).set(sensor.uuid, sensor);
    }
    return this.#index;
  }
}

/** What was noted of an overlap outlives a change of something else about the device. */
function overlapOf(previous: PreviousToken | null, former: TokenOverlap | null): TokenOverlap | null {
  if (previous === null) return null;
  const isSame = former !== null && Buffer.from(former.previous.hash).equals(previous.hash);
  return isSame ? former : new TokenOverlap(previous);
}

export class DeviceRegistry {
  readonly #byUuid = new Map<string, Device>();
  readonly #byId = new Map<number, Device>();
  readonly #overlapping = new Map<number, Device>();

  get size(): number {
    return this.#byUuid.size;
  }

  find(uuid: string): Device | undefined {
    return this.#byUuid.get(uuid);
  }

  put(record: DeviceRecord): void {
    const device = new Device(record, this.#byUuid.get(record.uuid));
    this.#byUuid.set(record.uuid, device);
    this.#byId.set(record.id, device);
    if (device.overlap === null) this.#overlapping.delete(record.id);
    else this.#overlapping.set(record.id, device);
  }

  /** All devices as they are now, to be put into another registry. */
  records(): DeviceRecord[] {
    return Array.from(this.#byId.values(), ({ record, overlap }) =>
      overlap === null ? record : { ...record, previousToken: overlap.previous },
    );
  }

  /** Of those with two tokens; usually there are none. */
  tokenUses(nowMs: number): TokenUse[] {
    return Array.from(this.#overlapping.values(), ({ record, overlap }) => ({
      deviceId: record.id,
      previousHash: overlap!.previous.hash,
      isOver: overlap!.isOver(nowMs),
      currentUsedMs: overlap!.currentUsedMs,
      previousUsedMs: overlap!.previousUsedMs,
    }));
  }

  findById(deviceId: number): Device | undefined {
    return this.#byId.get(deviceId);
  }

  remove(deviceId: number): void {
    const device = this.#byId.get(deviceId);
    if (device === undefined) return;
    this.#overlapping.delete(deviceId);
    this.#byUuid.delete(device.record.uuid);
    this.#byId.delete(deviceId);
  }
}
