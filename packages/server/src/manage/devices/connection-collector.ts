import type { Bus } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import type { Position } from "../../queue/position.ts";
import type { Connection } from "../../store/partition-progress.ts";
import type { WrittenConnection } from "../../store/readings/reading-queries.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import type { DeviceRhythms } from "./expectation/device-rhythms.ts";
import type { FreshConnections } from "./list/device-list-connections.ts";

/** How often ingest is asked for connections. */
const collectEveryMs = 1000;
/** Most devices per turn. A large fleet is written little by little, at a cost that does not grow with its size. */
const devicesPerTurn = 1000;

interface ConnectionCollectorParts {
  readonly bus: Bus;
  readonly rhythms: DeviceRhythms;
  readonly publish: (events: readonly LiveEvent[]) => void;
}

/** For how many turns connections that the processor received count as not yet stored, because it may be busy. */
const freshTurns = 10;

/**
 * Collects the connections of devices from ingest, answers from memory at once, and lets the processor store them. This
 * is not durable: if the processor is killed, its last connections are stored when the devices connect again.
 */
export class ConnectionCollector implements FreshConnections {
  readonly #parts: ConnectionCollectorParts;
  /** The connections that the processor received lately, and those before. */
  #told = new Map<number, Connection>();
  #toldBefore = new Map<number, Connection>();
  #turns = 0;
  /** The connections that the processor has not received yet. */
  readonly #unwritten = new Map<number, Connection>();
  readonly #timer: Timer;
  #collecting: Promise<unknown> = Promise.resolve();

  constructor(parts: ConnectionCollectorParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#turn(), collectEveryMs);
  }

  freshOf(deviceId: number): WrittenConnection | undefined {
    const fresh = this.#unwritten.get(deviceId) ?? this.#told.get(deviceId) ?? this.#toldBefore.get(deviceId);
    return fresh && { lastConnectedMs: fresh[1], rhythm: fresh[2] ?? null };
  }

  /**
   * Resolves with the positions up to which the queue had grown. Rejects if no ingest process can be asked. One
   * collection runs at a time.
   */
  collect(max = Number.POSITIVE_INFINITY): Promise<readonly Position[]> {
    const collected = this.#collecting
      .catch(() => undefined)
      .then(() => this.#parts.bus.ask("ingest", { kind: "collect connections", max }))
      .then(async (answer) => {
        await this.take(answer);
        return answer.lastPositions;
      });
    this.#collecting = collected;
    return collected;
  }

  /**
   * Takes connections from ingest, which hands them over only once, so they are passed on to the other manage
   * processes.
   */
  async take(collected: CollectedConnections): Promise<void> {
    if (collected.connections.length > 0) this.#parts.bus.tell("manage", { kind: "collected", collected });
    await this.#note(collected, this.#unwritten);
    this.write();
  }

  /** Another manage process has taken these connections and has them stored. */
  hear(collected: CollectedConnections): Promise<void> {
    return this.#note(collected, this.#told);
  }

  async #note({ connections, events }: CollectedConnections, fresh: Map<number, Connection>): Promise<void> {
    const { rhythms, publish } = this.#parts;
    // If the store cannot be read now, the connections still count, but nothing is learned from them.
    await rhythms.load(connections.map(([deviceId]) => deviceId)).catch(() => undefined);
    for (const [deviceId, atMs] of connections) {
      const rhythm = rhythms.connected(deviceId, atMs) ?? this.freshOf(deviceId)?.rhythm ?? null;
      fresh.set(deviceId, [deviceId, atMs, rhythm]);
    }
    publish(events);
  }

  forget(deviceId: number): void {
    for (const fresh of [this.#unwritten, this.#told, this.#toldBefore]) fresh.delete(deviceId);
    this.#parts.rhythms.forget(deviceId);
  }

  /** Sends the connections to the processor, if one is there. Returns whether there were any. */
  write(): boolean {
    const { bus } = this.#parts;
    if (this.#unwritten.size === 0 || !bus.isThere("process")) return false;
    bus.tell("process", { kind: "connected", connections: [...this.#unwritten.values()] });
    for (const [deviceId, connection] of this.#unwritten) this.#told.set(deviceId, connection);
    this.#unwritten.clear();
    return true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    if (++this.#turns % freshTurns === 0) {
      this.#toldBefore = this.#told;
      this.#told = new Map();
    }
    void this.collect(devicesPerTurn).catch(() => undefined);
  }
}
