/** Waits for a condition, not for a fixed time. The error says what it waited for. */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await Bun.sleep(10);
  }
}
