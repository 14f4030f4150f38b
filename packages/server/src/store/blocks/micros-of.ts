/** Microseconds as a double hold until the year 2255; a device may believe itself later than that. */
export function microsOf(seconds: number, micros: number): number | bigint {
  const us = seconds * 1e6 + micros;
  return us <= Number.MAX_SAFE_INTEGER ? us : BigInt(seconds) * 1_000_000n + BigInt(micros);
}
