/**
 * Encodes identities of readings with a timestamp for Redis: as text, because the client accepts nothing else, in
 * records of one length. The readings of a sensor within `bucketSeconds` of device time are one list under one key.
 *
 *   identity  f64 value | u48 seconds | u24 microseconds | zero      24 characters
 *   first     u48 arrival ms | u48 sequence in the queue             16 characters
 *
 * Identities are compared whole. A hash would be a third shorter, but after a collision a new reading would be called a
 * duplicate and be lost.
 */
export const bucketSeconds = 256;
const recordCharacters = 40;

const recordBytes = 30;
const identityBytes = 18;
const identityCharacters = 24;
const encoding = "base64url";

/** When a reading first arrived, and its sequence in the queue. */
export interface FirstArrival {
  readonly arrivalMs: number;
  readonly sequence: number;
}

/** Writes records one after the other. */
export class RecordWriter {
  #bytes = Buffer.alloc(64 * recordBytes);
  #end = 0;

  /** Hot: called once per reading, hence plain parameters. */
  add(value: number, seconds: number, micros: number, arrivalMs: number, sequence: number): void {
    if (this.#end + recordBytes > this.#bytes.length) {
      const grown = Buffer.alloc(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    writeIdentity(this.#bytes, this.#end, value, seconds, micros);
    this.#bytes.writeUIntBE(arrivalMs, this.#end + identityBytes, 6);
    this.#bytes.writeUIntBE(sequence, this.#end + identityBytes + 6, 6);
    this.#end += recordBytes;
  }

  /** Returns the records since the last call. */
  take(): string {
    const text = this.#bytes.toString(encoding, 0, this.#end);
    this.#end = 0;
    return text;
  }
}

const scratch = Buffer.alloc(recordBytes);

/** Returns the text with which the record of a reading begins. */
export function identityText(value: number, seconds: number, micros: number): string {
  writeIdentity(scratch, 0, value, seconds, micros);
  return scratch.toString(encoding, 0, identityBytes);
}

/** Returns the newest record of each identity in a list. */
export function indexRecords(list: string): Map<string, FirstArrival> {
  const index = new Map<string, FirstArrival>();
  for (let at = 0; at + recordCharacters <= list.length; at += recordCharacters) {
    scratch.write(list.slice(at + identityCharacters, at + recordCharacters), encoding);
    index.set(list.slice(at, at + identityCharacters), {
      arrivalMs: scratch.readUIntBE(0, 6),
      sequence: scratch.readUIntBE(6, 6),
    });
  }
  return index;
}

function writeIdentity(bytes: Buffer, at: number, value: number, seconds: number, micros: number): void {
  // Zero and minus zero are the same value.
  bytes.writeDoubleBE(value + 0, at);
  bytes.writeUIntBE(seconds, at + 8, 6);
  bytes.writeUIntBE(micros, at + 14, 3);
  bytes[at + 17] = 0;
}
