import type { Bus } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import type { LiveEvent } from "../../live/live-event.ts";
import type { DeviceConnections } from "../../manage/device-list-connections.ts";
import type { DeviceRhythms } from "../../manage/device-rhythms.ts";
import type { Position } from "../../queue/position.ts";
import type { Connection } from "../../store/reading-store.ts";

/** How often ingest is asked who connected. */
const collectEveryMs = 1000;
/** How many devices then: a large fleet is written little by little, at a cost that does not grow with it. */
const devicesPerTurn = 1000;

export interface DeviceSightingsParts {
  readonly bus: Bus;
  readonly rhythms: DeviceRhythms;
  readonly publish: (events: readonly LiveEvent[]) => void;
}

/** When devices connected, as ingest saw it: known here at once, and written down by the processor. */
export class DeviceSightings implements DeviceConnections {
  readonly #parts: DeviceSightingsParts;
  readonly #seenMs = new Map<number, number>();
  /** Not told to the processor yet. */
  readonly #unwritten = new Map<number, Connection>();
  readonly #timer: Timer;
  #collecting: Promise<unknown> = Promise.resolve();

  constructor(parts: DeviceSightingsParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.collect(devicesPerTurn).catch(() => undefined), collectEveryMs);
  }

  lastConnectedMs(deviceId: number): number | null {
    return this.#seenMs.get(deviceId) ?? null;
  }

  /** Resolves with how far the queue had grown; rejects where there is no ingest to ask. One turn at a time. */
  collect(max = Number.POSITIVE_INFINITY): Promise<Position> {
    const collected = this.#collecting
      .catch(() => undefined)
      .then(() => this.#parts.bus.ask("ingest", { kind: "collect connections", max }))
      .then((answer) => {
        this.take(answer);
        return answer.lastPosition;
      });
    this.#collecting = collected;
    return collected;
  }

  take({ connections, events }: CollectedConnections): void {
    const { rhythms, publish } = this.#parts;
    for (const [deviceId, atMs] of connections) {
      this.#seenMs.set(deviceId, atMs);
      const rhythm = rhythms.connected(deviceId, atMs) ?? this.#unwritten.get(deviceId)?.[2] ?? null;
      this.#unwritten.set(deviceId, [deviceId, atMs, rhythm]);
    }
    publish(events);
    this.write();
  }

  forget(deviceId: number): void {
    this.#seenMs.delete(deviceId);
    this.#unwritten.delete(deviceId);
    this.#parts.rhythms.forget(deviceId);
  }

  /** Hands over what was seen, where there is a processor to take it. */
  write(): void {
    const { bus } = this.#parts;
    if (this.#unwritten.size === 0 || !bus.isThere("process")) return;
    bus.tell("process", { kind: "connected", connections: [...this.#unwritten.values()] });
    this.#unwritten.clear();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
