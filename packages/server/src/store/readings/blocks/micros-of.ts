/**
 * Converts a device's time to microseconds. A double holds them until the year 2255, but a device's clock may be later
 * than that.
 */
export function microsOf(seconds: number, micros: number): number | bigint {
  const us = seconds * 1e6 + micros;
  return us <= Number.MAX_SAFE_INTEGER ? us : BigInt(seconds) * 1_000_000n + BigInt(micros);
}
