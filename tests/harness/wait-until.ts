/**
 * Waits for a condition, not for a fixed time. The error says what it waited for. It looks less often the longer it waits,
 * because most conditions ask a server, which takes CPU from what they wait for.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const startMs = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - startMs;
    if (waitedMs > timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await Bun.sleep(Math.min(10 + waitedMs / 50, 50));
  }
}
