import type { ChainQueries } from "../store/chain-queries.ts";
import { SqliteChainQueries } from "../store/sqlite/sqlite-chain-queries.ts";

/** What commands read with what rule chains keep. */
export function openChainQueries(dataDir: string): ChainQueries {
  return new SqliteChainQueries(dataDir);
}
