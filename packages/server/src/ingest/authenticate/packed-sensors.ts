import { readUuid, readUuidText, uuidBytes, uuidText, uuidWords } from "./uuid-words.ts";

export interface Sensor {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
}

/** The index of each word of a sensor. Its slug follows, padded to whole words. */
const sensorId = 0;
const uuid = 1;
const slugBytes = uuid + uuidWords;
const slug = slugBytes + 1;

/** The maximum length of one UTF-16 code unit in UTF-8. */
const utf8BytesMax = 3;
const firstRoom = 1024;
const soughtUuid = new Uint32Array(uuidWords);

/**
 * The sensors of all devices in one array of words. A hundred thousand objects with their texts would be visited by every
 * garbage collection, and each would miss the caches several times. A device has a list: the number of its sensors, then each
 * of them. A list is found by its start, and does not change.
 */
export class PackedSensors {
  #words = new Uint32Array(firstRoom);
  #bytes = Buffer.from(this.#words.buffer);
  /** The first word is the list of devices without sensors. */
  #end = 1;
  /** Words of removed lists. */
  #unused = 0;

  /** How many words are used, including those of removed lists. */
  get room(): number {
    return this.#end;
  }

  /** Whether most of the memory belongs to removed lists. */
  get isWasteful(): boolean {
    return this.#unused > this.#end / 2 && this.#unused > firstRoom;
  }

  /** Returns where the list starts. */
  add(sensors: readonly Sensor[]): number {
    if (sensors.length === 0) return 0;
    const start = this.#end;
    let words = 1;
    for (const sensor of sensors) words += slug + wordsOf(sensor.slug.length * utf8BytesMax);
    this.#makeRoom(words);
    this.#words[start] = sensors.length;
    let at = start + 1;
    for (const sensor of sensors) at = this.#write(at, sensor);
    this.#end = at;
    return start;
  }

  /** Copies a list from another instance. */
  copy(from: PackedSensors, start: number): number {
    if (start === 0) return 0;
    const list = from.#words.subarray(start, from.#endOf(start));
    const copied = this.#end;
    this.#makeRoom(list.length);
    this.#words.set(list, copied);
    this.#end += list.length;
    return copied;
  }

  remove(start: number): void {
    if (start > 0) this.#unused += this.#endOf(start) - start;
  }

  count(start: number): number {
    return this.#words[start]!;
  }

  list(start: number): Sensor[] {
    const words = this.#words;
    const sensors: Sensor[] = [];
    let at = start + 1;
    for (let nth = 0; nth < words[start]!; nth++) {
      const slugStart = (at + slug) * 4;
      const text = this.#bytes.toString("utf8", slugStart, slugStart + words[at + slugBytes]!);
      sensors.push({ id: words[at + sensorId]!, uuid: uuidText(words, at + uuid), slug: text });
      at = this.#next(at);
    }
    return sensors;
  }

  /** Returns the id of the sensor with exactly this slug or UUID; 0 if there is none. Slugs never look like UUIDs. */
  find(start: number, bytes: Uint8Array, identifierStart: number, identifierEnd: number): number {
    const words = this.#words;
    const length = identifierEnd - identifierStart;
    const isUuid = length === uuidBytes && readUuid(bytes, identifierStart, soughtUuid);
    let at = start + 1;
    for (let nth = 0; nth < words[start]!; nth++) {
      if (isUuid) {
        if (this.#hasUuid(at)) return words[at + sensorId]!;
      } else if (words[at + slugBytes] === length && this.#hasSlug(at, bytes, identifierStart)) {
        return words[at + sensorId]!;
      }
      at = this.#next(at);
    }
    return 0;
  }

  #hasUuid(at: number): boolean {
    for (let nth = 0; nth < uuidWords; nth++)
      if (this.#words[at + uuid + nth] !== soughtUuid[nth]) return false;
    return true;
  }

  #hasSlug(at: number, bytes: Uint8Array, identifierStart: number): boolean {
    const slugStart = (at + slug) * 4;
    const length = this.#words[at + slugBytes]!;
    for (let nth = 0; nth < length; nth++)
      if (this.#bytes[slugStart + nth] !== bytes[identifierStart + nth]) return false;
    return true;
  }

  /** Returns where the next sensor starts. */
  #write(at: number, sensor: Sensor): number {
    const words = this.#words;
    if (!readUuidText(sensor.uuid, soughtUuid)) throw new Error(`Sensor ${sensor.id} has no UUID.`);
    words[at + sensorId] = sensor.id;
    for (let nth = 0; nth < uuidWords; nth++) words[at + uuid + nth] = soughtUuid[nth]!;
    words[at + slugBytes] = this.#bytes.write(sensor.slug, (at + slug) * 4);
    return this.#next(at);
  }

  #next(at: number): number {
    return at + slug + wordsOf(this.#words[at + slugBytes]!);
  }

  #endOf(start: number): number {
    let at = start + 1;
    for (let nth = 0; nth < this.#words[start]!; nth++) at = this.#next(at);
    return at;
  }

  #makeRoom(added: number): void {
    const needed = this.#end + added;
    if (needed <= this.#words.length) return;
    const words = new Uint32Array(Math.max(needed, this.#words.length * 2));
    words.set(this.#words);
    this.#words = words;
    this.#bytes = Buffer.from(words.buffer);
  }
}

function wordsOf(bytes: number): number {
  return (bytes + 3) >>> 2;
}
