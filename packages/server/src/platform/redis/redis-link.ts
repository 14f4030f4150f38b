/**
 * A connection to Redis that may fail. Redis improves answers but is never required for one: while it is away, callers
 * continue without it.
 *
 *   state    meaning                                                         next
 *   away     nothing is sent; it reconnects after growing pauses             there, closed
 *   there    Redis has answered, and no later command is overdue             away, closed
 *   closed   `close` was called                                              none
 *
 * Promises: `ask` resolves within `patienceMs`, or slightly later while this process is busy. It never rejects.
 */

import { RedisClient } from "bun";
import { errorCode } from "../error-code.ts";
import { type Log, reasonOf } from "../log.ts";
import { StateWays } from "../state-ways.ts";
import type { TlsFiles } from "../tls-files.ts";
import { type RedisScript, redisCodeOf } from "./redis-script.ts";

/** How long a caller waits for an answer. */
const defaultPatienceMs = 50;
const firstPauseMs = 100;
const lastPauseMs = 5000;
const connectTimeoutMs = 1000;
const complaintsApartMs = 60_000;

/** The client's code for every error that Redis itself answers with. */
const refused = "ERR_REDIS_SERVER_ERROR";

interface RedisLinkOptions {
  readonly url: string;
  /** For addresses with `rediss://`. */
  readonly tls?: TlsFiles;
  readonly log: Log;
  readonly patienceMs?: number | undefined;
}

type LinkState = "away" | "there" | "closed";

const ways = new StateWays<LinkState>("connection to Redis", {
  away: ["there", "closed"],
  there: ["away", "closed"],
  closed: [],
});

export class RedisLink {
  readonly #options: RedisLinkOptions;
  #state: LinkState = "away";
  #client: RedisClient | null = null;
  #pauseMs = firstPauseMs;
  #retry: ReturnType<typeof setTimeout> | null = null;
  /** Whether the log says that Redis is away. */
  #isAwayLogged = false;
  /** Scripts that were sent over this connection. */
  #sent = new Set<RedisScript>();
  #complainedMs = Number.NEGATIVE_INFINITY;

  /** Resolves after the first attempt to connect, whether or not it worked. */
  static async open(options: RedisLinkOptions): Promise<RedisLink> {
    const link = new RedisLink(options);
    await link.#connect();
    return link;
  }

  /** A link for installations without Redis, which is always away. */
  static absent(log: Log): RedisLink {
    return new RedisLink({ url: "", log });
  }

  private constructor(options: RedisLinkOptions) {
    this.#options = options;
  }

  get isAway(): boolean {
    return this.#state !== "there";
  }

  /** Resolves to null if Redis is away, does not answer in time or refuses. */
  async ask<T>(send: (client: RedisClient) => Promise<T>): Promise<T | null> {
    const client = this.#client;
    if (this.#state !== "there" || client === null) return null;
    try {
      return await within(this.#options.patienceMs ?? defaultPatienceMs, send(client));
    } catch (error) {
      this.#failed(client, error);
      return null;
    }
  }

  /** Like `ask`, in the order of the calls. The text of a script is sent once per connection. */
  run(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const all = [String(keys.length), ...keys, ...args];
    return this.ask(async (client): Promise<unknown> => {
      if (!this.#sent.has(script)) {
        this.#sent.add(script);
        return client.send("EVAL", [script.text, ...all]);
      }
      try {
        return await client.send("EVALSHA", [script.digest, ...all]);
      } catch (error) {
        // Redis has forgotten its scripts, for example after SCRIPT FLUSH.
        if (redisCodeOf(error) !== "NOSCRIPT") throw error;
        return client.send("EVAL", [script.text, ...all]);
      }
    });
  }

  close(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#state = ways.follow(this.#state, "closed");
    this.#client?.close();
    this.#client = null;
  }

  #failed(client: RedisClient, error: unknown): void {
    if (errorCode(error) === refused) this.#complain(error);
    // Another caller may have noticed it first.
    else if (this.#client === client && this.#state === "there") this.#leave(error);
  }

  #complain(error: unknown): void {
    if (performance.now() - this.#complainedMs < complaintsApartMs) return;
    this.#complainedMs = performance.now();
    this.#options.log.warn("Redis refuses commands", { reason: reasonOf(error) });
  }

  #leave(error: unknown): void {
    this.#state = ways.follow(this.#state, "away");
    this.#logAway(error);
    this.#tryLater();
  }

  #logAway(error: unknown): void {
    if (this.#isAwayLogged) return;
    this.#isAwayLogged = true;
    this.#options.log.warn(
      "Redis is unavailable: each node applies limits on its own, and only the store recognises repeats that other nodes accepted",
      { reason: reasonOf(error) },
    );
  }

  #tryLater(): void {
    this.#client?.close();
    this.#client = null;
    this.#retry = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#retry.unref();
    this.#pauseMs = Math.min(2 * this.#pauseMs, lastPauseMs);
  }

  async #connect(): Promise<void> {
    const { tls } = this.#options;
    const url = this.#options.url.trim();
    const client = new RedisClient(url, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: connectTimeoutMs,
      ...(url.startsWith("rediss:") ? { tls: toTlsOptions(tls) } : {}),
    });
    this.#client = client;
    this.#sent = new Set();
    try {
      await within(connectTimeoutMs, client.connect());
      await within(connectTimeoutMs, client.send("PING", []));
    } catch (error) {
      if (this.#state !== "away") return;
      this.#logAway(error);
      this.#tryLater();
      return;
    }
    if (this.#state !== "away") return;
    this.#state = ways.follow(this.#state, "there");
    this.#pauseMs = firstPauseMs;
    if (this.#isAwayLogged) this.#options.log.info("Redis is back");
    this.#isAwayLogged = false;
    client.onclose = (error) => this.#failed(client, error);
  }
}

function toTlsOptions({ ca, cert, key }: TlsFiles = { ca: null, cert: null, key: null }): Bun.TLSOptions {
  return {
    // The client does not accept options without content.
    rejectUnauthorized: true,
    ...(ca === null ? {} : { ca: Bun.file(ca) }),
    ...(cert === null ? {} : { cert: Bun.file(cert) }),
    ...(key === null ? {} : { key: Bun.file(key) }),
  };
}

class NoAnswerError extends Error {
  readonly code = "redis_no_answer";
}

/**
 * An answer that has arrived when the time is up still counts, so that a busy moment here is not mistaken for a silent Redis.
 */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>();
  const give = () => over.reject(new NoAnswerError(`Redis did not answer within ${ms} ms.`));
  const timer = setTimeout(() => setImmediate(() => setImmediate(give)), ms);
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
