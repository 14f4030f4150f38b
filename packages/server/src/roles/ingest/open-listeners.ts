import type { DeviceRegistry } from "../../ingest/authenticate/device-registry.ts";
import type { ParkedAccount } from "../../ingest/settled-position.ts";
import type { Position } from "../../queue/position.ts";
import type { ActivitySender } from "./activity-sender.ts";
import type { FleetMemory } from "./fleet-memory.ts";
import { listenerCount } from "./listener-count.ts";
import type { ListenerFigures } from "./listener-messages.ts";
import { ListenerThreads, type ListenerThreadsParts } from "./listener-threads.ts";
import { type ListenerParts, openListener } from "./open-listener.ts";

interface ListenersParts extends Omit<ListenerThreadsParts, "threads" | "onFull" | "devices">, ListenerParts {
  readonly devices: Pick<DeviceRegistry, "records">;
  readonly fleet: FleetMemory;
  readonly activitySender: ActivitySender;
}

/** The listeners for devices: this thread, or several threads that share the port. */
export interface Listeners {
  readonly url: string;
  /** The processor has settled everything up to `position`, except parked readings. */
  reached(position: Position, parked: readonly ParkedAccount[]): void;
  figures(): Promise<readonly (Omit<ListenerFigures, "totals"> & Partial<ListenerFigures>)[]>;
  /** Lets open requests finish for up to `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
  end(): void;
}

export async function openListeners(parts: ListenersParts): Promise<Listeners> {
  const threads = listenerCount(parts.config, parts.log);
  return threads === 1 ? openHere(parts) : openThreads({ ...parts, threads });
}

function openHere(parts: ListenersParts): Listeners {
  const listener = openListener(parts);
  return {
    url: listener.url,
    reached: () => undefined,
    figures: async () => [listener],
    drain: (timeoutMs) => listener.drain(timeoutMs),
    end: () => undefined,
  };
}

async function openThreads({
  fleet,
  activitySender,
  devices,
  ...parts
}: ListenersParts & Pick<ListenerThreadsParts, "threads">): Promise<Listeners> {
  const threads = new ListenerThreads({ ...parts, devices: devices.records(), onFull: activitySender.send });
  // In the same turn of the event loop, so that the threads get the current devices and miss no change.
  fleet.serve(threads);
  activitySender.serve(threads);
  return {
    url: await threads.listen(),
    reached: (position, parked) => threads.reached(position, parked),
    figures: () => threads.askAll({ kind: "figures" }),
    drain: (timeoutMs) => threads.drain(timeoutMs),
    end: () => threads.end(),
  };
}
