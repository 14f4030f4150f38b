import type { NodeError } from "../../store/counts/record.ts";
import type { OwnerQueries } from "../../store/owner-queries.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { ChainDirectory, PublishedChain } from "./chain-directory.ts";
import type { ChainNews, NodeCounters } from "./node-counters.ts";

/** Chains that are reported after one batch. The others follow after the next. */
const chainsMax = 200;

interface ReportedChain {
  readonly chain: PublishedChain;
  readonly errors: readonly NodeError[];
}

/** Sends the counts of chains to the pages that watch them, once they are in the store. */
export async function reportCounts(
  feed: LiveFeed,
  counters: NodeCounters,
  chains: ChainDirectory,
  queries: Pick<OwnerQueries, "nodeCounts">,
): Promise<void> {
  if (!feed.isOn) {
    counters.forgetNews();
    return;
  }
  const watched = counters
    .takeNews()
    .flatMap((news) => watchedChain(feed, chains, news))
    .take(chainsMax)
    .toArray();
  if (watched.length === 0) return;
  // Read from the store, because earlier processes may have counted too.
  const totals = Map.groupBy(await queries.nodeCounts(), ({ chainId }) => chainId);
  for (const { chain, errors } of watched) {
    const nodeIds = new Set(chain.definition.nodes.map(({ id }) => id));
    feed.counted(chain.accountId, {
      chain: chain.uuid,
      nodes: (totals.get(chain.id) ?? [])
        .filter(({ nodeId }) => nodeIds.has(nodeId))
        .map(({ nodeId: node, output, readings, ended }) => ({ node, output, readings, ended })),
      errors: errors.map(({ nodeId: node, happenedMs: atMs, reason, sensorId }) => {
        return { node, atMs, reason, sensor: chains.of(sensorId)?.source.sensor.uuid ?? null };
      }),
    });
  }
}

function watchedChain(
  feed: LiveFeed,
  chains: ChainDirectory,
  { chainId, errors }: ChainNews,
): ReportedChain[] {
  const chain = chains.chainById(chainId);
  return chain !== undefined && feed.isWatched(chain.accountId) ? [{ chain, errors }] : [];
}
