import { alertStateSize } from "@weir/rule-engine/alerts/alert-evaluator";
import type { ChainDirectory, SensorEntry } from "./chains/chain-directory.ts";
import type { NodeStates } from "./chains/node-states.ts";
import type { OutboxRoom } from "./outbox-room.ts";

/**
 * Loads what a batch needs before its chains run: the states of their nodes and of alert rules, and how much room there is
 * for messages. Each sensor is loaded once, until its states are evicted from memory; after that the check costs one field
 * access per reading.
 */
export class BatchNeeds {
  readonly #states: NodeStates;
  readonly #room: OutboxRoom;
  readonly #chains: Pick<ChainDirectory, "alertedOf">;
  readonly #sensorIds = new Set<number>();
  readonly #accountIds = new Set<number>();

  constructor(states: NodeStates, room: OutboxRoom, chains: Pick<ChainDirectory, "alertedOf">) {
    this.#chains = chains;
    this.#states = states;
    this.#room = room;
  }

  isFetched(sensor: SensorEntry): boolean {
    return sensor.fetchedIn === this.#states.generation;
  }

  want(sensor: SensorEntry): void {
    const { sensorId, deviceId, accountId } = sensor.source;
    // A chain may save a reading under any sensor of its device.
    for (const { source, alerts } of this.#chains.alertedOf(deviceId)) {
      // States that nobody has asked for are not loaded.
      for (const { stateKey } of alerts!) this.#states.of(stateKey, alertStateSize);
      this.#sensorIds.add(source.sensorId);
    }
    sensor.fetchedIn = this.#states.generation;
    if (!this.#room.has(accountId)) this.#accountIds.add(accountId);
    if (this.#mayKeepStates(sensor)) this.#sensorIds.add(sensorId);
  }

  async fetch(nowMs: number): Promise<void> {
    await this.#room.count(this.#accountIds, nowMs);
    this.#accountIds.clear();
    if (this.#sensorIds.size > 0) await this.#states.load([...this.#sensorIds]);
    this.#sensorIds.clear();
  }

  /** Called when the batch was given up, perhaps before everything was loaded. */
  forget(): void {
    this.#sensorIds.clear();
    this.#accountIds.clear();
    this.#room.forget();
  }

  /** If a chain hands readings on, other chains may keep states for them. */
  #mayKeepStates({ chain }: SensorEntry): boolean {
    return this.#states.isOfChain(chain.id) || chain.definition.nodes.some(({ type }) => type === "chain");
  }
}
