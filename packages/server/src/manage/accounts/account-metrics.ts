import { accountsById } from "../../control/accounts/accounts.ts";
import type { ControlReader } from "../../control/control.ts";
import { Gauge, type Labels, type Metric } from "../../platform/metrics.ts";
import type { Unsettled } from "../../queue/unsettled.ts";

/**
 * The unsettled readings of each account, and the parked ones of accounts that send more than the processor has time
 * for.
 */
export async function accountMetrics(
  control: ControlReader,
  unsettled: readonly Unsettled[],
  parked: readonly Unsettled[],
): Promise<Metric[]> {
  const ids = new Set([...unsettled, ...parked].map(({ accountId }) => accountId));
  const found = await accountsById(control, [...ids]);
  const accounts = new Map(found.map(({ id, uuid }) => [id, uuid]));
  const ofEach = (counts: readonly { readonly accountId: number; readonly count: number }[]) =>
    counts.flatMap(({ accountId, count }): [Labels, number][] => {
      const account = accounts.get(accountId);
      return account === undefined ? [] : [[{ account }, count]];
    });
  return [
    new Gauge(
      "weir_account_unsettled_readings",
      "Accepted readings that are not yet settled, by account.",
      () => ofEach(unsettled.map(({ accountId, readings: count }) => ({ accountId, count }))),
    ),
    new Gauge(
      "weir_account_queue_bytes",
      "Accepted readings that are not yet settled, in bytes, by account (limited by queue_bytes_per_account).",
      () => ofEach(unsettled.map(({ accountId, bytes: count }) => ({ accountId, count }))),
    ),
    new Gauge(
      "weir_parked_readings",
      "Accepted readings that are not yet settled because their account had its turn, by account.",
      () => ofEach(parked.map(({ accountId, readings: count }) => ({ accountId, count }))),
    ),
    new Gauge(
      "weir_parked_bytes",
      "What these readings take up, in bytes, by account (limited by parked_bytes for all together).",
      () => ofEach(parked.map(({ accountId, bytes: count }) => ({ accountId, count }))),
    ),
  ];
}
