/** A script that Redis runs as one step, so that nobody sees half of what it does. */
export interface RedisScript {
  readonly text: string;
  /** By which Redis knows it once it was sent. */
  readonly digest: string;
}

export function redisScript(text: string): RedisScript {
  return { text, digest: new Bun.CryptoHasher("sha1").update(text).digest("hex") };
}

/** The first word of an error that Redis answers with, which is its code. */
export function redisCodeOf(error: unknown): string {
  return error instanceof Error ? (error.message.split(" ", 1)[0] ?? "") : "";
}
