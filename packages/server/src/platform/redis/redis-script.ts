/** A script that Redis runs as one step, so that nobody sees an intermediate state. */
export interface RedisScript {
  readonly text: string;
  /** Identifies the script to Redis once it was sent. */
  readonly digest: string;
}

export function redisScript(text: string): RedisScript {
  return { text, digest: new Bun.CryptoHasher("sha1").update(text).digest("hex") };
}

/** Returns the code of a Redis error, which is its first word. */
export function redisCodeOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(" ", 1)[0] ?? "") : "";
}
