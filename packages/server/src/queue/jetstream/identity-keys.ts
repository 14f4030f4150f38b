import { IdentityWriter, listNameCharacters, listSeconds } from "./identity-text.ts";

/** The kinds of keys. A kind is the first character after the prefix, and begins what is packed for a key. */
export const keyKinds = { latest: "s", list: "l", blocks: "b", value: "u" } as const;

/** Builds the keys of identities in Redis. */
export class IdentityKeys {
  readonly prefix: string;
  readonly #text = new IdentityWriter();

  constructor(prefix: string) {
    this.prefix = `${prefix}:i:`;
  }

  /** The key of a sensor's latest readings, and of the newest one. */
  latest(sensorId: number): string {
    this.#text.character(keyKinds.latest);
    this.#text.sensor(sensorId);
    return this.prefix + this.#text.take();
  }

  /** The key of the earlier readings of a sensor around a time. */
  list(sensorId: number, seconds: number): string {
    return this.#around(keyKinds.list, sensorId, seconds);
  }

  /** The key of the readings of a sensor around a time that came many at once. */
  blocks(sensorId: number, seconds: number): string {
    return this.#around(keyKinds.blocks, sensorId, seconds);
  }

  #around(kind: string, sensorId: number, seconds: number): string {
    this.#text.character(kind);
    this.#text.sensor(sensorId);
    this.#text.digits(Math.floor(seconds / listSeconds), listNameCharacters);
    return this.prefix + this.#text.take();
  }

  /** The key of a reading without a timestamp. */
  value(sensorId: number, value: number): string {
    this.#text.character(keyKinds.value);
    this.#text.sensor(sensorId);
    this.#text.value(value);
    return this.prefix + this.#text.take();
  }
}
