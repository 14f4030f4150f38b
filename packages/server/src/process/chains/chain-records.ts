import type { NodeCount } from "../../store/counts/record.ts";
import type { OwnerQueries } from "../../store/owner-queries.ts";
import { stateKeyOf } from "../alerts/armed-rule.ts";
import type { NewIds } from "../new-ids.ts";
import { type AlarmListener, nobodyListens } from "../notifications/alarm-listener.ts";
import type { OpenBatch } from "../open-batch.ts";
import { ActiveAlarms } from "./active-alarms.ts";
import { NodeCounters } from "./node-counters.ts";
import { NodeStates } from "./node-states.ts";

/** Everything chains keep from reading to reading, in step with the batches of the partition that this process owns. */
export class ChainRecords {
  readonly states: NodeStates;
  readonly counters = new NodeCounters();
  readonly alarms: ActiveAlarms;
  readonly ids: NewIds;
  readonly listener: AlarmListener;
  readonly #batch: OpenBatch;
  #countsWritten = false;

  constructor(
    batch: OpenBatch,
    queries: Pick<OwnerQueries, "states">,
    ids: NewIds,
    listener: AlarmListener = nobodyListens,
  ) {
    this.ids = ids;
    this.listener = listener;
    this.#batch = batch;
    this.states = new NodeStates(queries);
    this.alarms = new ActiveAlarms(batch, this.ids, listener);
  }

  /** Called at the end of a batch. Counts wait for a later batch unless `countsNow` is set. */
  write(nowMs: number, countsNow: boolean): void {
    this.states.write(this.#batch);
    this.alarms.write();
    this.#countsWritten = this.counters.write(this.#batch, nowMs, countsNow);
  }

  committed(): void {
    this.states.committed();
    this.counters.committed(this.#countsWritten);
  }

  /** Active alarms must be loaded again. */
  rolledBack(): void {
    this.states.rolledBack();
    this.counters.rolledBack();
  }

  /** Within a batch: forgets all chains except these, because the others were deleted. */
  forgetChainsExcept(chains: { has(chainId: number): boolean }, stored: readonly NodeCount[]): void {
    for (const chainId of this.counters.chainIds(stored)) {
      if (chains.has(chainId)) continue;
      this.counters.forgetChain(chainId);
      this.#forgetStates(chainId);
    }
  }

  /** Within a batch: forgets a deleted alert rule. */
  forgetRule(ruleId: number): void {
    this.#forgetStates(stateKeyOf(ruleId).chainId);
  }

  /** Within a batch: forgets a removed sensor. */
  forgetSensor(sensorId: number): void {
    this.states.forgetSensor(sensorId);
    this.alarms.forgetSensor(sensorId);
    this.#batch.forgottenSensorIds.push(sensorId);
  }

  #forgetStates(chainId: number): void {
    this.states.forgetChain(chainId);
    this.#batch.forgottenChainIds.push(chainId);
  }
}
