import { type DeviceFilter, isConnectionStatus } from "./device-filter.ts";

/** Something a device did that may put it elsewhere in a list. */
export interface DeviceEvent {
  readonly device: string;
  /** `rejected` also where a whole request was refused. */
  readonly what: "connected" | "rejected";
  readonly atMs: number;
}

/** The list as it is shown. */
interface ShownList {
  readonly filter: DeviceFilter;
  /** When one of its devices last did so; null for never, undefined of a device that is not in it. */
  readonly lastMs: (event: DeviceEvent) => number | null | undefined;
  /** For how long one of its devices is online after it connected; undefined of a device that is not in it. */
  readonly onlineForMs: (device: string) => number | undefined;
  /** UUID of the device that it begins with. */
  readonly first: string | undefined;
}

/** How long a device counts as online if the list does not say. */
const otherwiseOnlineForMs = 10 * 60 * 1000;
/** How long ago a device may have been rejected and still be marked; as the server lists them. */
export const rejectedForMs = 24 * 60 * 60 * 1000;

/**
 * What devices have done since the list was loaded, as far as it changes the list. For a fleet that keeps
 * sending this is nothing, except in a list by last connection.
 */
export class DeviceNews {
  readonly #heardMs = { connected: new Map<string, number>(), rejected: new Map<string, number>() };
  readonly #moved = new Set<string>();
  #isBehind = false;

  /** Whether asking again may show something else. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** How many devices surely stand elsewhere by now, or no longer in the list. */
  get movedCount(): number {
    return this.#moved.size;
  }

  /** Whether that made a difference. */
  hear(event: DeviceEvent, shown: ShownList): boolean {
    const { device, what, atMs } = event;
    const listedMs = shown.lastMs(event);
    const beforeMs = Math.max(listedMs ?? 0, this.#heardMs[what].get(device) ?? 0);
    this.#heardMs[what].set(device, atMs);
    const { search, group, status, sort } = shown.filter;
    const isMoved = what === "connected" && sort === "last_connected" && device !== shown.first;
    const onlineForMs = shown.onlineForMs(device) ?? otherwiseOnlineForMs;
    const isNew = beforeMs < atMs - (what === "connected" ? onlineForMs : rejectedForMs);
    if (!isMoved && !isNew) return false;
    this.#isBehind = true;
    const mayBeMeant = status !== "disabled" && (listedMs !== undefined || (search === "" && group === null));
    const isFiltered = what === "connected" ? isConnectionStatus(status) : status === "rejected";
    if (mayBeMeant && (isMoved || isFiltered)) this.#moved.add(device);
    return true;
  }

  /** An alarm was raised or cleared somewhere: it may be another number of devices that have some. */
  hearAlarm(): void {
    this.#isBehind = true;
  }

  /** The list is asked for again. */
  forget(): void {
    this.#moved.clear();
    this.#isBehind = false;
  }
}
