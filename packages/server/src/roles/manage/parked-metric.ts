import { loadAccountUuids } from "../../control/accounts/account-uuids.ts";
import type { ControlReader } from "../../control/control-store.ts";
import { Gauge, type Metric } from "../../platform/metrics.ts";
import type { Backlog } from "../../store/backlog-store.ts";

/** Whose readings wait for a turn: which accounts send more than the processor has time for. */
export async function parkedMetric(control: ControlReader, parked: readonly Backlog[]): Promise<Metric> {
  const ids = parked.map(({ accountId }) => accountId);
  const accounts = ids.length === 0 ? new Map<number, string>() : await loadAccountUuids(control, ids);
  return new Gauge(
    "weir_parked_readings",
    "Accepted readings that are not yet settled because their account had its turn, by account.",
    () =>
      parked.flatMap(({ accountId, readings }): [{ account: string }, number][] => {
        const account = accounts.get(accountId);
        return account === undefined ? [] : [[{ account }, readings]];
      }),
  );
}
