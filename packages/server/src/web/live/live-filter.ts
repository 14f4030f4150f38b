import { type LiveEventKind, liveRequestKinds } from "@weir/protocol/manage/live-events";
import type { LiveEvent } from "./live-event.ts";

/** What a listener sees of its account. Without devices it sees all devices, and without sensors all sensors. */
export interface LiveFilter {
  readonly accountId: number;
  readonly devices: ReadonlySet<string>;
  readonly sensors: ReadonlySet<string>;
  /** Like `sensors`, but for values only: other events come of all sensors. */
  readonly values: ReadonlySet<string>;
  /** Only these kinds; an empty set means none. */
  readonly kinds: ReadonlySet<LiveEventKind>;
  /** Whether it may see values of readings, even if events of other kinds quote them. */
  readonly mayReadValues: boolean;
  /** The id of the last event it got from an earlier stream. Another process may have assigned it. */
  readonly afterId: string | null;
  /** Whether the earlier stream was interrupted. Otherwise the listener only wants other kinds from now on. */
  readonly wasCutOff: boolean;
}

export function wantsRequests(kinds: LiveFilter["kinds"]): boolean {
  return liveRequestKinds.some((kind) => kinds.has(kind));
}

/** The same text for all filters that let the same events through. */
export function wishOf({ devices, sensors, values, kinds, mayReadValues }: LiveFilter): string {
  const named = [devices, sensors, values, kinds].map((names) => [...names].sort());
  return JSON.stringify([mayReadValues, ...named]);
}

export function isWanted(event: LiveEvent, { devices, sensors, values, kinds }: LiveFilter): boolean {
  if (!kinds.has(event.kind)) return false;
  if (event.kind === "value" && values.size > 0 && !values.has(event.sensor)) return false;
  if (event.kind === "chain") return devices.size === 0 && sensors.size === 0;
  if (devices.size > 0 && !devices.has(event.device)) return false;
  if (sensors.size === 0 || !("sensor" in event)) return true;
  return event.sensor !== null && sensors.has(event.sensor);
}
