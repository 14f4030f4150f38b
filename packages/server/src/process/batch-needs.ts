import type { SensorEntry } from "./chains/chain-directory.ts";
import type { NodeStates } from "./chains/node-states.ts";
import type { OutboxRoom } from "./outbox-room.ts";

/**
 * What the chains of a batch need to know before they run: the states of their nodes, and how much room there is for
 * messages. Each sensor is asked for once, until what is kept of states is forgotten; after that it costs a look at a
 * field per reading.
 */
export class BatchNeeds {
  readonly #states: NodeStates;
  readonly #room: OutboxRoom;
  readonly #sensorIds = new Set<number>();
  readonly #accountIds = new Set<number>();

  constructor(states: NodeStates, room: OutboxRoom) {
    this.#states = states;
    this.#room = room;
  }

  isFetched(sensor: SensorEntry): boolean {
    return sensor.fetchedIn === this.#states.generation;
  }

  want(sensor: SensorEntry): void {
    sensor.fetchedIn = this.#states.generation;
    const { sensorId, accountId } = sensor.source;
    if (!this.#room.has(accountId)) this.#accountIds.add(accountId);
    if (this.#mayKeepStates(sensor)) this.#sensorIds.add(sensorId);
  }

  async fetch(nowMs: number): Promise<void> {
    await this.#room.count(this.#accountIds, nowMs);
    this.#accountIds.clear();
    if (this.#sensorIds.size > 0) await this.#states.load([...this.#sensorIds]);
    this.#sensorIds.clear();
  }

  /** The batch was given up, perhaps before everything was fetched. */
  forget(): void {
    this.#sensorIds.clear();
    this.#accountIds.clear();
    this.#room.forget();
  }

  /** Where a chain hands readings on, others may keep states for them. */
  #mayKeepStates({ chain }: SensorEntry): boolean {
    return this.#states.isOfChain(chain.id) || chain.definition.nodes.some(({ type }) => type === "chain");
  }
}
