import { type DeviceFilter, isConnectionStatus, isStatusOnly } from "./device-filter.ts";

/** An event of a device that may change its place in a list. */
export interface DeviceEvent {
  readonly device: string;
  /** `rejected` also if the whole request was refused. */
  readonly what: "connected" | "rejected";
  readonly atMs: number;
}

/** The list as it is shown. */
interface ShownList {
  readonly filter: DeviceFilter;
  /** The time of a device's last event of this kind; null for never, undefined if the device is not in the list. */
  readonly lastMs: (event: DeviceEvent) => number | null | undefined;
  /** How long a device is online after it connected; undefined if the device is not in the list. */
  readonly onlineForMs: (device: string) => number | undefined;
  /** The UUID of the first device. */
  readonly first: string | undefined;
}

/** How long a device counts as online if the list does not say. */
const otherwiseOnlineForMs = 10 * 60 * 1000;
/** How long a device stays marked after a rejection. The server uses the same time. */
export const rejectedForMs = 24 * 60 * 60 * 1000;

/**
 * Tracks what devices have done since the list was loaded, as far as it changes the list. A fleet that keeps sending
 * changes nothing, except in a list by last connection.
 */
export class DeviceNews {
  readonly #heardMs = { connected: new Map<string, number>(), rejected: new Map<string, number>() };
  readonly #moved = new Set<string>();
  #isBehind = false;

  /** Whether loading again may change the list. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** How many devices certainly have another place by now or are no longer in the list. */
  get movedCount(): number {
    return this.#moved.size;
  }

  /** Records an event. Returns whether it made a difference. */
  hear(event: DeviceEvent, shown: ShownList): boolean {
    const { device, what, atMs } = event;
    const listedMs = shown.lastMs(event);
    const beforeMs = Math.max(listedMs ?? 0, this.#heardMs[what].get(device) ?? 0);
    this.#heardMs[what].set(device, atMs);
    const { status, sort } = shown.filter;
    const isMoved = what === "connected" && sort === "last_connected" && device !== shown.first;
    const onlineForMs = shown.onlineForMs(device) ?? otherwiseOnlineForMs;
    const isNew = beforeMs < atMs - (what === "connected" ? onlineForMs : rejectedForMs);
    if (!isMoved && !isNew) return false;
    this.#isBehind = true;
    const mayBeMeant = status !== "disabled" && (listedMs !== undefined || isStatusOnly(shown.filter));
    const isFiltered = what === "connected" ? isConnectionStatus(status) : status === "rejected";
    if (mayBeMeant && (isMoved || isFiltered)) this.#moved.add(device);
    return true;
  }

  /** Records that an alarm was raised or cleared, which may change how many devices have alarms. */
  hearAlarm(): void {
    this.#isBehind = true;
  }

  /** Starts over, because the list is being loaded again. */
  forget(): void {
    this.#moved.clear();
    this.#isBehind = false;
  }
}
