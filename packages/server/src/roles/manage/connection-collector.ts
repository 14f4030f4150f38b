import type { Bus } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import type { DeviceRhythms } from "../../manage/devices/expectation/device-rhythms.ts";
import type { FreshConnections } from "../../manage/devices/list/device-list-connections.ts";
import type { Position } from "../../queue/position.ts";
import type { WrittenConnection } from "../../store/reading-queries.ts";
import type { Connection } from "../../store/reading-store.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";

/** How often ingest is asked who connected. */
const collectEveryMs = 1000;
/** How many devices then: a large fleet is written little by little, at a cost that does not grow with it. */
const devicesPerTurn = 1000;

export interface ConnectionCollectorParts {
  readonly bus: Bus;
  readonly rhythms: DeviceRhythms;
  readonly publish: (events: readonly LiveEvent[]) => void;
}

/** For how many turns what the processor was told is taken for not written: it may be busy for a while. */
const freshTurns = 10;

/**
 * Collects from ingest when devices connected, answers from memory at once, and has the processor store it. This is not
 * durable: what a killed processor was told last is stored when the device connects again.
 */
export class ConnectionCollector implements FreshConnections {
  readonly #parts: ConnectionCollectorParts;
  /** What the processor was told lately, and what it was told before that. */
  #told = new Map<number, Connection>();
  #toldBefore = new Map<number, Connection>();
  #turns = 0;
  /** Not told to the processor yet. */
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

  /** Resolves with how far the queue had grown; rejects where there is no ingest to ask. One turn at a time. */
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

  /** What ingest has handed over. Ingest does so once, so the other manage processes are told. */
  async take(collected: CollectedConnections): Promise<void> {
    if (collected.connections.length > 0) this.#parts.bus.tell("manage", { kind: "collected", collected });
    await this.#note(collected, this.#unwritten);
    this.write();
  }

  /** Another manage process has taken this, and has it stored. */
  hear(collected: CollectedConnections): Promise<void> {
    return this.#note(collected, this.#told);
  }

  async #note({ connections, events }: CollectedConnections, fresh: Map<number, Connection>): Promise<void> {
    const { rhythms, publish } = this.#parts;
    // Where the store cannot be read now, the connection counts all the same; only nothing is learned from it.
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

  /** Hands over what was seen, where there is a processor to take it; returns whether there was something. */
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
