/**
 * Encodes identities of readings for Redis as text, because the client returns nothing else. Every field has a fixed
 * length, so that scripts can cut texts without reading them. Times are in decimal digits: texts of digits compare like
 * numbers in every locale of Redis. Other fields are in 64 characters from "0" on, without any order.
 *
 *   time      seconds / 256 in 9 digits | the rest of the time in microseconds in 9 digits
 *   record    time | value in 12 characters | arrival ms in 7 | sequence in the queue in 8
 *
 * The first 9 digits name the list in which a reading is kept (identity-keys.ts). Identities are compared whole. A hash
 * would be shorter, but after a collision a new reading would be called a duplicate and be lost.
 */
export const listSeconds = 256;
export const listNameCharacters = 9;
const timeCharacters = 18;
const valueCharacters = 12;
const arrivalCharacters = 7;
const sequenceCharacters = 8;
const identityCharacters = timeCharacters + valueCharacters;
export const firstCharacters = arrivalCharacters + sequenceCharacters;
export const recordCharacters = identityCharacters + firstCharacters;
/** The length of texts of any length, in front of them. */
export const lengthDigits = 8;
const sensorCharacters = 6;

const zero = 0x30;
const microsPerSecond = 1e6;

/** When a reading first arrived, and its sequence in the queue. */
export interface FirstArrival {
  readonly arrivalMs: number;
  readonly sequence: number;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Writes fields one after the other. */
export class IdentityWriter {
  length = 0;
  #bytes = Buffer.alloc(4096);

  /** Returns what was written since the last call. */
  take(): string {
    const text = this.text(0, this.length);
    this.length = 0;
    return text;
  }

  text(start: number, end: number): string {
    return this.#bytes.toString("latin1", start, end);
  }

  /** Adds what another writer has written from `start` on. */
  copy(from: IdentityWriter, start: number, end: number): void {
    const at = this.#extend(end - start);
    from.#bytes.copy(this.#bytes, at, start, end);
  }

  character(text: string): void {
    this.#bytes[this.#extend(1)] = text.charCodeAt(0);
  }

  /** Writes a whole number with zeros before it. */
  digits(number: number, characters: number): void {
    const start = this.#extend(characters);
    let rest = number;
    for (let at = start + characters - 1; at >= start; at--) {
      const shorter = Math.floor(rest / 10);
      this.#bytes[at] = zero + rest - shorter * 10;
      rest = shorter;
    }
  }

  ascii(text: string): void {
    const start = this.#extend(text.length);
    this.#bytes.write(text, start, "latin1");
  }

  sensor(sensorId: number): void {
    this.#bits(sensorId, sensorCharacters);
  }

  time(seconds: number, micros: number): void {
    const list = Math.floor(seconds / listSeconds);
    this.digits(list, listNameCharacters);
    this.digits(
      (seconds - list * listSeconds) * microsPerSecond + micros,
      timeCharacters - listNameCharacters,
    );
  }

  value(value: number): void {
    // Zero and minus zero are the same value.
    double[0] = value + 0;
    this.#bits(halves[1]!, valueCharacters / 2);
    this.#bits(halves[0]!, valueCharacters / 2);
  }

  first({ arrivalMs, sequence }: FirstArrival): void {
    this.#bits(arrivalMs, arrivalCharacters);
    this.#bits(sequence, sequenceCharacters);
  }

  #bits(number: number, characters: number): void {
    const start = this.#extend(characters);
    let rest = number;
    for (let at = start + characters - 1; at >= start; at--) {
      const shorter = Math.floor(rest / 64);
      this.#bytes[at] = zero + rest - shorter * 64;
      rest = shorter;
    }
  }

  /** Returns where the next characters belong. */
  #extend(by: number): number {
    const start = this.length;
    this.length += by;
    if (this.length > this.#bytes.length) {
      const grown = Buffer.alloc(2 * this.length);
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    return start;
  }
}

const scratch = new IdentityWriter();

/** Returns the text with which the record of a reading begins. */
export function identityText(value: number, seconds: number, micros: number): string {
  scratch.time(seconds, micros);
  scratch.value(value);
  return scratch.take();
}

/** Adds records to the index, which has the newest one of each identity. */
export function indexRecords(
  records: string,
  index = new Map<string, FirstArrival>(),
): Map<string, FirstArrival> {
  for (let at = 0; at + recordCharacters <= records.length; at += recordCharacters)
    index.set(records.slice(at, at + identityCharacters), parseFirst(records, at + identityCharacters));
  return index;
}

/** Returns the latest time in records, in microseconds. */
export function newestUsOf(records: string): number {
  let newestUs = Number.NEGATIVE_INFINITY;
  for (let at = 0; at + recordCharacters <= records.length; at += recordCharacters) {
    const list = parseDigits(records, at, listNameCharacters);
    const rest = parseDigits(records, at + listNameCharacters, timeCharacters - listNameCharacters);
    const seconds = Math.floor(rest / microsPerSecond);
    // Rounded like the times of other readings where a double is coarser than a microsecond.
    const us = (list * listSeconds + seconds) * microsPerSecond + (rest - seconds * microsPerSecond);
    if (us > newestUs) newestUs = us;
  }
  return newestUs;
}

export function parseFirst(text: string, start = 0): FirstArrival {
  return {
    arrivalMs: parse(text, start, arrivalCharacters, 64),
    sequence: parse(text, start + arrivalCharacters, sequenceCharacters, 64),
  };
}

export function parseDigits(text: string, start: number, characters: number): number {
  return parse(text, start, characters, 10);
}

function parse(text: string, start: number, characters: number, base: number): number {
  let number = 0;
  for (let at = start; at < start + characters; at++) number = number * base + text.charCodeAt(at) - zero;
  return number;
}
