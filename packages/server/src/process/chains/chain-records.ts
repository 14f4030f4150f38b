import type { ChainStore } from "../../store/chain-store.ts";
import { ActiveAlarms } from "./active-alarms.ts";
import { NodeCounters } from "./node-counters.ts";
import { NodeStates } from "./node-states.ts";

/** Everything chains keep from reading to reading, in step with the store's batches. */
export class ChainRecords {
  readonly store: ChainStore;
  readonly states: NodeStates;
  readonly counters: NodeCounters;
  readonly alarms: ActiveAlarms;
  #countsWritten = false;

  constructor(store: ChainStore) {
    this.store = store;
    this.states = new NodeStates(store);
    this.counters = new NodeCounters(store);
    this.alarms = new ActiveAlarms(store);
  }

  /** Before the batch commits, in its transaction. Counts wait for their time unless they are wanted now. */
  write(nowMs: number, countsNow: boolean): void {
    this.states.write();
    this.alarms.write();
    this.#countsWritten = this.counters.write(nowMs, countsNow);
  }

  committed(): void {
    this.states.committed();
    this.counters.committed(this.#countsWritten);
  }

  rolledBack(): void {
    this.states.rolledBack();
    this.counters.rolledBack();
    this.alarms.rolledBack();
  }

  /** Chains other than these are gone for good; in a batch. */
  forgetChainsExcept(chains: { has(chainId: number): boolean }): void {
    for (const chainId of this.counters.chainIds()) {
      if (chains.has(chainId)) continue;
      this.states.forgetChain(chainId);
      this.counters.forgetChain(chainId);
      this.store.forgetChain(chainId);
    }
  }

  /** The sensor is gone for good; in a batch. */
  forgetSensor(sensorId: number): void {
    this.states.forgetSensor(sensorId);
    this.alarms.forgetSensor(sensorId);
    this.store.forgetSensor(sensorId);
  }
}
