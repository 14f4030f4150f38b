import type { RedisLink } from "../../platform/redis/redis-link.ts";
import type { FrameCursor } from "../frame-cursor.ts";
import { FrameReader } from "../packed-readings.ts";
import { AskedReadings } from "./asked-readings.ts";
import { IdentityKeys } from "./identity-keys.ts";
import { IdentityLifetimes, type LifetimeOptions } from "./identity-lifetimes.ts";
import type { DurableEntry } from "./jetstream-partition.ts";
import { rememberScript } from "./remember-script.ts";
import { RememberedReadings } from "./remembered-readings.ts";

/** Keys per command. More keys are sent in several commands, so that Redis serves others in between. */
const keysPerCommandMax = 1000;
/** Maximum length of the list of a sensor's readings around one time: 8,192 readings. */
const listCharactersMax = 327_680;

interface RedisIdentitiesOptions extends LifetimeOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  /** How long the same value without a timestamp is suppressed; `windowMs` is for readings with one. */
  readonly duplicateMs: number;
  readonly tenantOf: (deviceId: number) => number | undefined;
}

/** Called with positions in the queue that another node has written. */
type SeePosition = (sequence: number) => void;

/**
 * The identities that all nodes share, in Redis.
 *
 * A reading is looked up before it is published and remembered after it is durable, so every identity in Redis is
 * durable. Nearly all readings are later than everything their sensor has sent, which one key of the sensor shows; only
 * for the others are the readings around their time looked up. Requests of one turn of the event loop are looked up
 * together.
 *
 * Does not promise that a repeat is found. Redis may be away or have evicted it, and two nodes may receive the same
 * reading at once. The key of the store then keeps a single row.
 */
export class RedisIdentities {
  readonly #options: RedisIdentitiesOptions;
  readonly #keys: IdentityKeys;
  readonly #lifetimes: IdentityLifetimes;
  readonly #remembered: RememberedReadings;
  #asked: Question[] = [];
  #remembering: Promise<void> | null = null;

  constructor(options: RedisIdentitiesOptions) {
    this.#options = options;
    this.#keys = new IdentityKeys(options.prefix);
    this.#lifetimes = new IdentityLifetimes(options);
    this.#remembered = new RememberedReadings(this.#keys, options.duplicateMs);
  }

  /**
   * Resolves to when each reading of the request first arrived, by its index in the frame; 0 if it is new. Null if all
   * are new. Returns null at once while Redis is away.
   */
  lookUp(cursor: FrameCursor, see: SeePosition): Promise<Float64Array | null> | null {
    if (this.#options.link.isAway) return null;
    const { windowMs, duplicateMs } = this.#options;
    const readings = new AskedReadings(cursor, this.#keys, { windowMs, duplicateMs });
    const { promise, resolve } = Promise.withResolvers<Float64Array | null>();
    this.#asked.push({ readings, see, resolve });
    if (this.#asked.length === 1) setImmediate(() => void this.#ask());
    return promise;
  }

  /** Resolves when all nodes can find the readings of the entry, or when that takes too long. */
  async remember({ position, data }: DurableEntry): Promise<void> {
    const { link, tenantOf } = this.#options;
    if (link.isAway) return;
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
    const { keys, args } = this.#remembered.take();
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < keys.length; at += keysPerCommandMax) {
      const some = keys.slice(at, at + keysPerCommandMax);
      const theirs = args.slice(3 * at, 3 * (at + some.length));
      sent.push(this.#options.link.run(rememberScript, some, [String(listCharactersMax), ...theirs]));
    }
    await Promise.all(sent);
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const first = await this.#fetch(asked.flatMap(({ readings }) => readings.firstKeys));
    const lists =
      first === null ? null : await this.#fetch(asked.flatMap(({ readings }) => readings.listKeys(first)));
    for (const { readings, see, resolve } of asked) {
      const found = first === null || lists === null ? null : readings.find(first, lists);
      if (found !== null) see(found.sequence);
      resolve(found === null ? null : found.arrivalsMs);
    }
  }

  /** Resolves to the values of these keys, or null if Redis does not answer. */
  async #fetch(keys: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    const found = new Map<string, string>();
    const unique = [...new Set(keys)];
    const parts: string[][] = [];
    for (let at = 0; at < unique.length; at += keysPerCommandMax)
      parts.push(unique.slice(at, at + keysPerCommandMax));
    const answers = await Promise.all(
      parts.map((part) =>
        this.#options.link.ask((client): Promise<(string | null)[]> => client.send("MGET", part)),
      ),
    );
    for (const [nth, answer] of answers.entries()) {
      if (answer === null) return null;
      for (const [index, text] of answer.entries()) if (text !== null) found.set(parts[nth]![index]!, text);
    }
    return found;
  }
}

interface Question {
  readonly readings: AskedReadings;
  readonly see: SeePosition;
  readonly resolve: (arrivalsMs: Float64Array | null) => void;
}
