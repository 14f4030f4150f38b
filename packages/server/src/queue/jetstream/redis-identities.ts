import type { RedisLink } from "../../platform/redis/redis-link.ts";
import type { PackedRequest } from "../intake.ts";
import { FrameReader } from "../packed-readings.ts";
import { AskedReadings, type RepeatsByRequest } from "./asked-readings.ts";
import { IdentityKeys } from "./identity-keys.ts";
import { IdentityLifetimes, type LifetimeOptions } from "./identity-lifetimes.ts";
import { recordCharacters } from "./identity-text.ts";
import type { DurableEntry } from "./jetstream-partition.ts";
import { LatestLifetimes } from "./latest-lifetimes.ts";
import { rememberScript } from "./remember-script.ts";
import { RememberedReadings } from "./remembered-readings.ts";

/** Keys per command. More keys are sent in several commands, so that Redis serves others in between. */
const keysPerCommandMax = 1000;
/** Maximum length of the list of a sensor's readings around one time: 8,192 readings. */
const listCharactersMax = 8192 * recordCharacters;

interface RedisIdentitiesOptions extends LifetimeOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  /** How long the same value without a timestamp is suppressed; `windowMs` is for readings with one. */
  readonly duplicateMs: number;
  readonly tenantOf: (deviceId: number) => number | undefined;
}

/**
 * The identities that all nodes share, in Redis.
 *
 * A reading is looked up before it is published and remembered after it is durable, so every identity in Redis is
 * durable. The latest readings of a sensor are under one key, in any order. Nearly all readings are later than all of
 * these and need nothing else. Only for the others are the readings around their time looked up.
 *
 * Does not promise that a repeat is found. Redis may be away or have evicted it, and two nodes may receive the same
 * reading at once. The key of the store then keeps a single row.
 */
export class RedisIdentities {
  readonly #options: RedisIdentitiesOptions;
  readonly #keys: IdentityKeys;
  readonly #lifetimes: IdentityLifetimes;
  readonly #latestLifetimes = new LatestLifetimes();
  readonly #remembered: RememberedReadings;
  #remembering: Promise<void> | null = null;

  constructor(options: RedisIdentitiesOptions) {
    this.#options = options;
    this.#keys = new IdentityKeys(options.prefix);
    this.#lifetimes = new IdentityLifetimes(options);
    this.#remembered = new RememberedReadings(this.#keys, this.#latestLifetimes, options.duplicateMs);
  }

  get isAway(): boolean {
    return this.#options.link.isAway;
  }

  /** Resolves to the repeats among the readings of these requests; null if Redis does not answer. */
  async lookUp(requests: readonly PackedRequest[]): Promise<RepeatsByRequest | null> {
    const asked = new AskedReadings(requests, this.#keys, this.#options);
    const first = await this.#fetch(asked.firstKeys());
    if (first === null) return null;
    asked.findFirst(first);
    const { lateKeys } = asked;
    if (lateKeys.length === 0) return asked.found;
    const around = await this.#fetch(lateKeys);
    if (around === null) return null;
    asked.findLate(lateKeys, around);
    return asked.found;
  }

  /** Resolves when all nodes can find the readings of the entry, or when that takes too long. */
  async remember({ position, data }: DurableEntry): Promise<void> {
    const { link, tenantOf } = this.#options;
    if (link.isAway) {
      this.#latestLifetimes.clear();
      return;
    }
    const remembered = this.#remembered;
    const frames = new FrameReader(data);
    while (frames.nextFrame()) {
      const { readingsLeft, arrivalUs, deviceId } = frames;
      const arrivalMs = Math.floor(arrivalUs / 1000);
      const keptMs = this.#lifetimes.takeMs(tenantOf(deviceId) ?? 0, readingsLeft, arrivalMs);
      remembered.addFrame(frames, { arrivalMs, sequence: position.sequence }, keptMs);
    }
    // Entries of one turn of the event loop, which belong to many partitions, are remembered together.
    this.#remembering ??= new Promise((resolve) => setImmediate(() => resolve(this.#sendRemembered())));
    await this.#remembering;
  }

  async #sendRemembered(): Promise<void> {
    this.#remembering = null;
    const { link } = this.#options;
    const head = [this.#keys.prefix, String(listCharactersMax)];
    const sent = this.#remembered
      .take()
      .map(({ keys, args }) => link.run(rememberScript, keys, [...head, ...args]));
    for (const answer of await Promise.all(sent)) if (answer === null) this.#latestLifetimes.clear();
  }

  /** Resolves to the values of these keys, or null if Redis does not answer. */
  async #fetch(keys: readonly string[]): Promise<readonly (string | null)[] | null> {
    const parts: string[][] = [];
    for (let at = 0; at < keys.length; at += keysPerCommandMax)
      parts.push(keys.slice(at, at + keysPerCommandMax));
    const answers = await Promise.all(
      parts.map((part) =>
        this.#options.link.ask((client): Promise<(string | null)[]> => client.send("MGET", part)),
      ),
    );
    if (answers.length === 1) return answers[0]!;
    return answers.every((answer) => answer !== null) ? answers.flat() : null;
  }
}
