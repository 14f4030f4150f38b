import { type DeviceFields, DeviceTable } from "./device-table.ts";
import type { Sensor } from "./packed-sensors.ts";
import { type PreviousToken, TokenOverlap } from "./token-overlap.ts";

export type { Sensor } from "./packed-sensors.ts";

export interface DeviceRecord extends DeviceFields {
  /** Absent if the account counts with itself. */
  readonly tenantId?: number;
  /** Null unless the token was replaced with an overlap. */
  readonly previousToken: PreviousToken | null;
}

/** The tenant that pays for what this device uses of shared room and time. */
export function tenantOfDevice({
  accountId,
  tenantId = accountId,
}: Pick<DeviceRecord, "accountId" | "tenantId">) {
  return tenantId;
}

/** When a device with two tokens last used each of them. */
export interface TokenUse {
  readonly deviceId: number;
  readonly previousHash: Uint8Array;
  /** Whether the previous token is refused by now. */
  readonly isOver: boolean;
  /** The time of the last use of each token; 0 if it was not used since the registry was loaded. */
  readonly currentUsedMs: number;
  readonly previousUsedMs: number;
}

/** Up to this many sensors are searched one by one, which is faster than a map and takes no memory. */
const searchedSensorsMax = 8;

/** A device as it was when it was found. Later changes do not affect it, except those of its overlap. */
export class Device {
  readonly record: DeviceRecord;
  /** Null if the device has only one token. */
  readonly overlap: TokenOverlap | null;
  #index: Map<string, Sensor> | null = null;

  constructor(record: DeviceRecord, overlap: TokenOverlap | null) {
    this.record = record;
    this.overlap = overlap;
  }

  /** Returns the sensor with exactly this slug or UUID. Slugs never look like UUIDs, so one index holds both. */
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

/**
 * Holds devices, tokens and sensors in memory, so that authenticating a request and finding its sensor needs no disk access.
 * Changes of control data call `put` and `remove`, which take effect for every request that begins afterwards.
 */
export class DeviceRegistry {
  readonly table = new DeviceTable();
  /** By device id, like the maps below. */
  readonly #overlaps = new Map<number, TokenOverlap>();
  /** Devices with so many sensors that an index is built when they are first looked up. */
  readonly #indexed = new Map<number, Device>();

  /** By account; only of accounts that do not count with themselves. An account never changes its tenant. */
  readonly #tenants = new Map<number, number>();

  get size(): number {
    return this.table.size;
  }

  find(uuid: string): Device | undefined {
    return this.#deviceIn(this.table.rowOf(uuid));
  }

  findById(deviceId: number): Device | undefined {
    return this.#deviceIn(this.table.rowOfId(deviceId));
  }

  accountOf(deviceId: number): number | undefined {
    const row = this.table.rowOfId(deviceId);
    return row < 0 ? undefined : this.table.accountOf(row);
  }

  tenantOf(accountId: number): number {
    return this.#tenants.get(accountId) ?? accountId;
  }

  /** Returns the id of the sensor of the device in `row` whose slug or UUID is in these bytes; 0 if there is none. */
  sensorAt(row: number, bytes: Buffer, start: number, end: number): number {
    const { table } = this;
    if (table.sensorCount(row) <= searchedSensorsMax) return table.sensorAt(row, bytes, start, end);
    return this.#deviceIn(row)?.sensor(bytes.toString("latin1", start, end))?.id ?? 0;
  }

  put(record: DeviceRecord): void {
    const { id, accountId, tenantId, previousToken } = record;
    if (tenantId !== undefined) this.#tenants.set(accountId, tenantId);
    this.table.put(record, previousToken !== null);
    this.#indexed.delete(id);
    const overlap = overlapOf(previousToken, this.#overlaps.get(id) ?? null);
    if (overlap === null) this.#overlaps.delete(id);
    else this.#overlaps.set(id, overlap);
  }

  /** The ids of all devices. */
  ids(): number[] {
    return Array.from(this.table.rows(), (row) => this.table.idOf(row));
  }

  /** Returns all devices as they are now, to fill another registry. */
  records(): DeviceRecord[] {
    return Array.from(this.table.rows(), (row) => this.#recordIn(row));
  }

  /** Returns the token use of devices with two tokens; usually there are none. */
  tokenUses(nowMs: number): TokenUse[] {
    return Array.from(this.#overlaps, ([deviceId, overlap]) => ({
      deviceId,
      previousHash: overlap.previous.hash,
      isOver: overlap.isOver(nowMs),
      currentUsedMs: overlap.currentUsedMs,
      previousUsedMs: overlap.previousUsedMs,
    }));
  }

  remove(deviceId: number): void {
    this.table.remove(deviceId);
    this.#overlaps.delete(deviceId);
    this.#indexed.delete(deviceId);
  }

  #deviceIn(row: number): Device | undefined {
    if (row < 0) return undefined;
    const id = this.table.idOf(row);
    const indexed = this.#indexed.get(id);
    if (indexed !== undefined) return indexed;
    const device = new Device(this.#recordIn(row), this.#overlaps.get(id) ?? null);
    if (device.record.sensors.length > searchedSensorsMax) this.#indexed.set(id, device);
    return device;
  }

  #recordIn(row: number): DeviceRecord {
    const fields = this.table.fieldsOf(row);
    const tenantId = this.#tenants.get(fields.accountId);
    return {
      ...fields,
      previousToken: this.#overlaps.get(fields.id)?.previous ?? null,
      ...(tenantId === undefined ? {} : { tenantId }),
    };
  }
}

/** The recorded use of an overlap survives other changes of the device. */
function overlapOf(previous: PreviousToken | null, former: TokenOverlap | null): TokenOverlap | null {
  if (previous === null) return null;
  const isSame = former !== null && Buffer.from(former.previous.hash).equals(previous.hash);
  return isSame ? former : new TokenOverlap(previous);
}
