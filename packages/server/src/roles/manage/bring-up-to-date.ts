import type { AskOptions, Bus } from "../../bus/bus.ts";
import type { ConnectionCollector } from "../../manage/devices/connection-collector.ts";

/** Readers wait no longer than this for a busy processor, and then get the stored data. */
const flushTimeoutMs = 5000;
const activityTimeoutMs = 3000;

/** Waits, with a limit, until accepted readings have gone through their chains and connections of devices are stored. */
export async function flushAccepted(connections: ConnectionCollector, bus: Bus): Promise<void> {
  try {
    await settleAccepted(connections, bus, flushTimeoutMs);
  } catch {
    // Ingest or the processor is away or busy, so readers see slightly older data.
  }
}

/** The same for work that cannot do with older data: rejects if it is not done within the limit. */
export async function settleAccepted(
  connections: ConnectionCollector,
  bus: Bus,
  timeoutMs: number,
): Promise<void> {
  const positions = await connections.collect();
  await bus.ask("process", { kind: "flush", positions }, { timeoutMs });
  // A processor that has just started could not receive the connections before it was asked.
  if (connections.write()) await bus.ask("process", { kind: "flush", positions: [] }, { timeoutMs });
}

/** Makes the activity that ingest has recorded readable. If this fails, readers see slightly older activity. */
export async function flushActivity(bus: Bus): Promise<void> {
  await bus
    .ask("ingest", { kind: "flush activity" }, { timeoutMs: activityTimeoutMs })
    .catch(() => undefined);
}

/** Lets the processor store the last connections that it received. */
export async function stopCollecting(
  connections: ConnectionCollector,
  bus: Bus,
  lastWord: AskOptions,
): Promise<void> {
  connections.stop();
  const flush = { kind: "flush", positions: [] } as const;
  try {
    await bus.ask("process", flush, lastWord);
    if (connections.write()) await bus.ask("process", flush, lastWord);
  } catch {
    // No processor is there to store them. They are noticed again when the devices connect again.
  }
}
