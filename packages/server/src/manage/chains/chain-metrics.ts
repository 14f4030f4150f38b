import { messageStates, severities, type UnsavedFate } from "@weir/protocol/closed-sets";
import { type ChainLabels, loadChainLabels } from "../../control/chains/chain-labels.ts";
import type { ControlReader } from "../../control/control.ts";
import { Gauge, type Labels, type Metric } from "../../platform/metrics.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { KeptCounts } from "../../store/counts/queries.ts";

/** How many chains have their own series, two each: the busiest ones. */
const chainsMax = 100;
/** How many reasons for unsaved readings have a series, over all chains: the most frequent ones. */
const reasonsMax = 200;
/** Records are counted up to this number, because SQLite can only count one by one and devices wait meanwhile. */
const countedMax = 10_000;
/** The files are read at most this often, however often somebody scrapes. */
const readEveryMs = 1000;

export interface ChainMetricsParts {
  readonly control: ControlReader;
  /** Opened and closed each time, because the file may be created after the server has started. */
  readonly openQueries: () => Promise<ChainQueries>;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * What rule chains do and keep, for operators. Reads beside the processor. The number of series is limited however many
 * chains there are. If the store cannot be read, these metrics are left out, and the page does not fail.
 */
export class ChainMetrics {
  readonly #parts: ChainMetricsParts;
  readonly #nowMs: () => number;
  #snapshot: Snapshot | null = null;
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ChainMetricsParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
  }

  async metrics(): Promise<Metric[]> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#readMs >= readEveryMs) {
      this.#snapshot = await this.#read();
      this.#readMs = nowMs;
    }
    const snapshot = this.#snapshot;
    const readable = new Gauge(
      "weir_store_readable",
      "Whether what rule chains keep could be read. Where not, the metrics about it are left out.",
      () => Number(snapshot !== null),
    );
    return snapshot === null ? [readable] : [readable, ...toMetrics(snapshot)];
  }

  async #read(): Promise<Snapshot | null> {
    let queries: ChainQueries | null = null;
    try {
      queries = await this.#parts.openQueries();
      return await takeSnapshot(queries, this.#parts.control);
    } catch {
      // The page says that the store cannot be read. The processor, which works on the same file, finds and logs the
      // reason.
      return null;
    } finally {
      await queries?.close();
    }
  }
}

type Series = [Labels, number][];

interface Snapshot {
  readonly kept: KeptCounts;
  readonly entered: Series;
  readonly saves: Series;
  readonly unsaved: Series;
  /** There are more chains or reasons than are shown. */
  readonly isTruncated: boolean;
}

async function takeSnapshot(queries: ChainQueries, control: ControlReader): Promise<Snapshot> {
  const busiest = await queries.busiestChains(chainsMax + 1);
  const reasons = await readReasons(queries);
  const chainIds = busiest.slice(0, chainsMax);
  const shownReasons = reasons.slice(0, reasonsMax);
  const labels = await loadChainLabels(control, [...chainIds, ...shownReasons.map(({ chainId }) => chainId)]);
  return {
    kept: await queries.keptCounts(countedMax),
    ...(await countTraffic(queries, chainIds, labels)),
    unsaved: shownReasons.flatMap(({ chainId, outcome, reason, readings }): Series => {
      const of = labels.get(chainId);
      return of === undefined ? [] : [[{ ...idsOf(of), outcome, reason }, readings]];
    }),
    isTruncated: busiest.length > chainsMax || reasons.length > reasonsMax,
  };
}

interface UnsavedCount {
  readonly chainId: number;
  readonly outcome: UnsavedFate;
  readonly reason: string;
  readonly readings: number;
}

/** Reads one more than is shown, to know whether there are more. */
async function readReasons(queries: ChainQueries): Promise<UnsavedCount[]> {
  const ended = (await queries.mostEnded(reasonsMax + 1)).map(
    ({ chainId, nodeId, output, ended: readings }) => ({
      chainId,
      outcome: "ended" as const,
      reason: `${nodeId}:${output}`,
      readings,
    }),
  );
  const dead = (await queries.newestDeadByNode(countedMax)).map(({ chainId, nodeId, letters }) => ({
    chainId,
    outcome: "dead" as const,
    reason: nodeId ?? "",
    readings: letters,
  }));
  return [...ended, ...dead].sort((a, b) => b.readings - a.readings);
}

async function countTraffic(
  queries: ChainQueries,
  chainIds: readonly number[],
  labels: ReadonlyMap<number, ChainLabels>,
): Promise<{ entered: Series; saves: Series }> {
  const totals = new Map(chainIds.map((id) => [id, { entered: 0, saves: 0 }]));
  for (const { chainId, nodeId, output, readings } of await queries.nodeCounts(chainIds)) {
    const total = totals.get(chainId)!;
    const of = labels.get(chainId);
    if (of?.inputs.has(nodeId)) total.entered += readings;
    if (of?.saves.has(nodeId) && output === "saved") total.saves += readings;
  }
  const named = [...totals].flatMap(([chainId, total]) => {
    const of = labels.get(chainId);
    return of === undefined ? [] : [{ ...total, labels: idsOf(of) }];
  });
  return {
    entered: named.map(({ labels: name, entered }) => [name, entered]),
    saves: named.map(({ labels: name, saves }) => [name, saves]),
  };
}

function idsOf({ account, chain }: ChainLabels): Labels {
  return { account, chain };
}

function toMetrics({ kept, entered, saves, unsaved, isTruncated }: Snapshot): Metric[] {
  return [
    new Gauge(
      "weir_chain_entered_readings_total",
      `Readings that entered a chain, of the ${chainsMax} busiest chains.`,
      () => entered,
      "counter",
    ),
    new Gauge(
      "weir_chain_saves_total",
      "Readings that a save step of the chain took; one that passes two counts twice.",
      () => saves,
      "counter",
    ),
    new Gauge(
      "weir_chain_unsaved",
      `Accepted readings that are not saved: ended at node:output, or dead at node. The ${reasonsMax} most frequent reasons.`,
      () => unsaved,
    ),
    new Gauge(
      "weir_chain_metrics_truncated",
      "Whether there are more chains or reasons than the metrics above show.",
      () => Number(isTruncated),
    ),
    new Gauge("weir_active_alarms", `Alarms that are not cleared, ${counted}.`, () =>
      severities.map((severity) => [{ severity }, kept.activeAlarms[severity]]),
    ),
    new Gauge("weir_outbox_messages", `Messages in the outbox, ${counted}.`, () =>
      messageStates.map((state) => [{ state }, kept.messages[state]]),
    ),
    new Gauge("weir_dead_letters", `Readings kept as dead letters, ${counted}.`, () => kept.deadLetters),
  ];
}

const counted = `counted up to ${countedMax}`;
