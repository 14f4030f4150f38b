import { type LiveEventKind, liveEventKinds, liveRequestKinds } from "@weir/protocol/manage/live-events";

/** A component that listens to one kind of event. */
export interface Wish {
  readonly kind: LiveEventKind | "reset";
  /** Only values of these sensors; null for all. */
  readonly sensors: ReadonlySet<string> | null;
}

/** The events of a stream that are not sent on every stream. */
export interface WantedEvents {
  /** Requests of devices, which are most of the events under heavy traffic. */
  readonly requests: boolean;
  /** The sensors whose values are sent, in order; null for all. */
  readonly sensors: readonly string[] | null;
}

export const allEvents: WantedEvents = { requests: true, sensors: null };

/** Past this many sensors, their names would not fit into an address, and all values are sent. */
const sensorsMax = 150;

export function wantedEvents(wishes: Iterable<Wish>): WantedEvents {
  const all = [...wishes];
  const ofValues = all.filter(({ kind }) => kind === "value");
  const sensors = new Set(ofValues.flatMap((wish) => [...(wish.sensors ?? [])]));
  const areAllWanted = ofValues.some((wish) => wish.sensors === null) || sensors.size > sensorsMax;
  return {
    requests: all.some(({ kind }) => kind !== "reset" && liveRequestKinds.includes(kind)),
    sensors: areAllWanted ? null : [...sensors].sort(),
  };
}

/** Whether a stream with the events of `one` contains all of `other`. */
export function covers(one: WantedEvents, other: WantedEvents): boolean {
  if (other.requests && !one.requests) return false;
  if (one.sensors === null) return true;
  const sensors = new Set(one.sensors);
  return other.sensors?.every((sensor) => sensors.has(sensor)) ?? false;
}

/** The query for a stream with these events. */
export function queryOf({ requests, sensors }: WantedEvents): Readonly<Record<string, string>> {
  const isLeftOut = (kind: LiveEventKind): boolean =>
    (kind === "value" && sensors?.length === 0) || (!requests && liveRequestKinds.includes(kind));
  const kinds = liveEventKinds.filter((kind) => !isLeftOut(kind));
  return {
    ...(kinds.length < liveEventKinds.length ? { kinds: kinds.join(",") } : {}),
    ...(sensors === null || sensors.length === 0 ? {} : { values: sensors.join(",") }),
  };
}
