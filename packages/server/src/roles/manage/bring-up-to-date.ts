import type { Bus } from "../../bus/bus.ts";
import type { DeviceSightings } from "./device-sightings.ts";

/** Whoever reads waits no longer for a processor that is busy, and gets what there is. */
const flushTimeoutMs = 5000;
const activityTimeoutMs = 3000;
const lastWordTimeoutMs = 5000;

/** Waits, not for ever, until what was accepted has gone through its chains, and what was seen of devices is written. */
export async function flushAccepted(sightings: DeviceSightings, bus: Bus): Promise<void> {
  try {
    const position = await sightings.collect();
    const timeoutMs = flushTimeoutMs;
    await bus.ask("process", { kind: "flush", position }, { timeoutMs });
    // A processor that has just started is reached by asking, and could not be told anything before.
    if (sightings.write()) await bus.ask("process", { kind: "flush", position: null }, { timeoutMs });
  } catch {
    // One of the two is away or busy: what is read is a little older then.
  }
}

/** Brings the activity that ingest has recorded to where it can be read. Where that fails, readers see slightly older activity. */
export async function flushActivity(bus: Bus): Promise<void> {
  await bus
    .ask("ingest", { kind: "flush activity" }, { timeoutMs: activityTimeoutMs })
    .catch(() => undefined);
}

/** Has the processor write down what it was told last. */
export async function stopSightings(sightings: DeviceSightings, bus: Bus): Promise<void> {
  sightings.stop();
  const flush = { kind: "flush", position: null } as const;
  const last = { timeoutMs: lastWordTimeoutMs, isPatient: true };
  // A processor that is just being started is to hear it too.
  await bus.ask("process", flush, last).catch(() => undefined);
  sightings.write();
  await bus.ask("process", flush, last).catch(() => undefined);
}
