import { type ContractName, contractNames, type Handling } from "@weir/protocol/contracts";
import { SlotTable } from "../../platform/slot-table.ts";
import { PackedSensors, type Sensor } from "./packed-sensors.ts";
import { readUuid, readUuidText, uuidText, uuidWords } from "./uuid-words.ts";

/** The fields of a device in the table. */
export interface DeviceFields {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  /** Whether its rejected readings are kept, so that they can be submitted again. */
  readonly quarantine: boolean;
  readonly tokenHash: Uint8Array;
  readonly sensors: readonly Sensor[];
}

/** The index of each word in a row. A row is as long as a cache line. */
const uuid = 0;
const deviceId = 4;
const accountId = 5;
const traits = 6;
const sensors = 7;
const tokenHash = 8;
const rowWords = 16;
const hashWords = 8;

const queued = contractNames.indexOf("queued");

/** Bits of the traits. The index of the contract takes four bits. */
const isEnabled = 1;
const hasTwoTokens = 2;
const hasQuarantine = 4;
const contractShift = 4;
const isLenient = 0x100;
const nameMask = 0xf;
/** The traits that decide whether requests of the device may take the short way, and their required values. */
const usualMask = isEnabled | hasTwoTokens | (nameMask << contractShift);
const usualTraits = isEnabled | (queued << contractShift);

const firstRows = 64;
/** More rows than fit into memory. */
const rowsMax = 2 ** 26;
const noRow = -1;

const soughtUuid = new Uint32Array(uuidWords);

/**
 * Devices as rows of numbers. A request of a device touches its row, the table cell that leads there, and its sensors: three
 * places in memory, however many devices there are (0024).
 *
 * A row belongs to the same device until something is put or removed. A request that waits keeps the id instead.
 */
export class DeviceTable {
  #size = 0;
  #words = new Uint32Array(firstRows * rowWords);
  /** A view of the same memory. */
  #bytes = new Uint8Array(this.#words.buffer);
  readonly #slots = new SlotTable(rowsMax, (row) => hashOf(this.#words, row * rowWords));
  #sensors = new PackedSensors();
  /** How many rows were used so far, and which of them are free again. */
  #used = 0;
  #free: number[] = [];
  /** Ids are small numbers assigned in order, so they are indexes of an array. Row + 1, or 0 if there is no such device. */
  #rowsById = new Uint32Array(firstRows);

  get size(): number {
    return this.#size;
  }

  /** How many words sensors use, including removed ones. For tests, which check that room is used again. */
  get sensorRoom(): number {
    return this.#sensors.room;
  }

  /** Returns the row of the device whose UUID is at `start`; negative if there is none. */
  rowAt(bytes: Uint8Array, start: number): number {
    return readUuid(bytes, start, soughtUuid) ? this.#soughtRow() : noRow;
  }

  rowOf(uuid: string): number {
    return readUuidText(uuid, soughtUuid) ? this.#soughtRow() : noRow;
  }

  rowOfId(id: number): number {
    return (this.#rowsById[id] ?? 0) - 1;
  }

  *rows(): Generator<number> {
    for (let row = 0; row < this.#used; row++) if (this.idOf(row) !== 0) yield row;
  }

  idOf(row: number): number {
    return this.#words[row * rowWords + deviceId]!;
  }

  accountOf(row: number): number {
    return this.#words[row * rowWords + accountId]!;
  }

  uuidOf(row: number): string {
    return uuidText(this.#words, row * rowWords + uuid);
  }

  /** Returns whether the device is enabled, has one token and uses the contract `queued`. */
  isUsual(row: number): boolean {
    return (this.#words[row * rowWords + traits]! & usualMask) === usualTraits;
  }

  /** Compares hashes over their whole length, so the time it takes reveals nothing about the token. */
  hasTokenHash(row: number, hash: Uint32Array): boolean {
    const words = this.#words;
    const start = row * rowWords + tokenHash;
    let difference = 0;
    for (let nth = 0; nth < hashWords; nth++) difference |= words[start + nth]! ^ hash[nth]!;
    return difference === 0;
  }

  sensorCount(row: number): number {
    return this.#sensors.count(this.#words[row * rowWords + sensors]!);
  }

  /** Returns the id of the device's sensor whose slug or UUID is in these bytes; 0 if there is none. Searches one by one. */
  sensorAt(row: number, bytes: Uint8Array, start: number, end: number): number {
    return this.#sensors.find(this.#words[row * rowWords + sensors]!, bytes, start, end);
  }

  fieldsOf(row: number): DeviceFields {
    const words = this.#words;
    const start = row * rowWords;
    const bits = words[start + traits]!;
    return {
      id: this.idOf(row),
      uuid: this.uuidOf(row),
      accountId: this.accountOf(row),
      enabled: (bits & isEnabled) !== 0,
      contract: contractNames[(bits >>> contractShift) & nameMask]!,
      handling: (bits & isLenient) === 0 ? "strict" : "lenient",
      quarantine: (bits & hasQuarantine) !== 0,
      tokenHash: new Uint8Array(words.slice(start + tokenHash, start + rowWords).buffer),
      sensors: this.#sensors.list(words[start + sensors]!),
    };
  }

  /** Replaces the device. While it has two tokens, its requests do not take the short way. */
  put(device: DeviceFields, withTwoTokens: boolean): void {
    if (!readUuidText(device.uuid, soughtUuid)) throw new Error(`Device ${device.id} has no UUID.`);
    if (device.tokenHash.length !== hashWords * 4)
      throw new Error(`Device ${device.id} has no hash of a token.`);
    this.remove(device.id);
    const list = this.#sensors.add(device.sensors);
    const row = this.#free.length > 0 ? this.#free.pop()! : this.#nextRow();
    const words = this.#words;
    const start = row * rowWords;
    for (let nth = 0; nth < uuidWords; nth++) words[start + uuid + nth] = soughtUuid[nth]!;
    words[start + deviceId] = device.id;
    words[start + accountId] = device.accountId;
    words[start + traits] = traitsOf(device) | (withTwoTokens ? hasTwoTokens : 0);
    words[start + sensors] = list;
    this.#bytes.set(device.tokenHash, (start + tokenHash) * 4);
    this.#slots.insert(hashOf(words, start), row);
    if (device.id >= this.#rowsById.length) this.#growIds(device.id);
    this.#rowsById[device.id] = row + 1;
    this.#size++;
  }

  remove(id: number): void {
    const row = this.rowOfId(id);
    if (row < 0) return;
    const start = row * rowWords;
    this.#slots.remove(hashOf(this.#words, start), row);
    this.#sensors.remove(this.#words[start + sensors]!);
    // No device has this id.
    this.#words[start + deviceId] = 0;
    this.#rowsById[id] = 0;
    this.#free.push(row);
    this.#size--;
    if (this.#sensors.isWasteful) this.#packSensors();
  }

  #soughtRow(): number {
    const { cells, mask, slotMask } = this.#slots;
    const hash = hashOf(soughtUuid, 0);
    for (let cell = hash & mask; ; cell = (cell + 1) & mask) {
      const entry = cells[cell]!;
      if (entry === 0) return noRow;
      const row = (entry & slotMask) - 1;
      if (((entry ^ hash) & ~slotMask) === 0 && this.#hasSoughtUuid(row)) return row;
    }
  }

  #hasSoughtUuid(row: number): boolean {
    const start = row * rowWords + uuid;
    for (let nth = 0; nth < uuidWords; nth++) if (this.#words[start + nth] !== soughtUuid[nth]) return false;
    return true;
  }

  #nextRow(): number {
    if (this.#used * rowWords === this.#words.length) this.#grow();
    return this.#used++;
  }

  #grow(): void {
    const words = new Uint32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#bytes = new Uint8Array(words.buffer);
  }

  #growIds(id: number): void {
    const rows = new Uint32Array(2 ** Math.ceil(Math.log2(id + 1)));
    rows.set(this.#rowsById);
    this.#rowsById = rows;
  }

  #packSensors(): void {
    const packed = new PackedSensors();
    for (const row of this.rows()) {
      const place = row * rowWords + sensors;
      this.#words[place] = packed.copy(this.#sensors, this.#words[place]!);
    }
    this.#sensors = packed;
  }
}

function traitsOf(device: DeviceFields): number {
  return (
    (device.enabled ? isEnabled : 0) |
    (device.quarantine ? hasQuarantine : 0) |
    (contractNames.indexOf(device.contract) << contractShift) |
    (device.handling === "lenient" ? isLenient : 0)
  );
}

/**
 * Hashes the UUID at `start`. The server's UUIDs are random, but UUIDs from elsewhere may have most of their words in common.
 */
function hashOf(words: Uint32Array, start: number): number {
  const low = words[start]! ^ Math.imul(words[start + 1]!, 0x9e3779b1);
  const high = words[start + 2]! ^ Math.imul(words[start + 3]!, 0x85ebca6b);
  return (Math.imul(low ^ (high >>> 15), 0xc2b2ae35) ^ high) >>> 0;
}
