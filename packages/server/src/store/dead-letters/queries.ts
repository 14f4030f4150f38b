import { type RawBuilder, sql } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import type { Paging } from "../paging.ts";
import { type KeptDeadLetter, type LetterRow, letterOf, letterSelectList } from "./record.ts";

/**
 * Answers people's questions about dead letters. It reads beside the processor and changes nothing.
 *
 * Promises: dead letters of an account are found for that account alone. Letters are counted by chain; a chain belongs to one
 * account, and the caller has checked that. Each answer is a snapshot of one moment; two answers may be of different moments.
 */
export interface DeadLetterQueries {
  /** Newest first. */
  deadLetters(query: DeadLetterQuery): Promise<KeptDeadLetter[]>;
  deadLetter(accountId: AccountScope, id: number): Promise<KeptDeadLetter | null>;
  /** Counts the dead letters of one chain by node. */
  deadLetterCounts(chainId: number): Promise<NodeLetters[]>;
  /** Counts the dead letters of these chains. Chains without any are left out. */
  deadLetterTotals(chainIds: readonly number[]): Promise<ChainLetters[]>;
  /** Dead letters of all accounts by chain and node, counted over the newest `countedMax` letters. */
  newestDeadByNode(countedMax: number): Promise<(NodeLetters & { readonly chainId: number })[]>;
}

export interface DeadLetterQuery extends Paging {
  readonly accountId: AccountScope;
  readonly ids?: readonly number[];
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly nodeId?: string;
}

export interface NodeLetters {
  /** Null if the chain itself could not run. */
  readonly nodeId: string | null;
  readonly letters: number;
}

interface ChainLetters {
  readonly chainId: number;
  readonly letters: number;
}

export function deadLetterQueries(reader: StoreReader): DeadLetterQueries {
  const { dialect } = reader;
  const table = dialect.table("dead_letters");

  async function page(filter: RowFilter, limit: number): Promise<KeptDeadLetter[]> {
    const statement: RawBuilder<LetterRow> = sql`
      SELECT ${sql.raw(letterSelectList)} FROM ${table} ${filter.where} ORDER BY id DESC LIMIT ${limit}`;
    return (await reader.rows(filter.accountId, statement)).map(letterOf);
  }

  return {
    deadLetters(query) {
      const filter = new RowFilter(dialect, query.accountId)
        .among("id", query.ids)
        .equals("device_id", query.deviceId)
        .equals("sensor_id", query.sensorId)
        .equals("chain_id", query.chainId)
        .equals("node_id", query.nodeId)
        .before(query.beforeId);
      return page(filter, query.limit);
    },

    async deadLetter(accountId, id) {
      return (await page(new RowFilter(dialect, accountId).equals("id", id), 1))[0] ?? null;
    },

    deadLetterCounts: (chainId) =>
      reader.rows(
        null,
        sql<NodeLetters>`
          SELECT node_id AS "nodeId", count(*) AS letters FROM ${table} WHERE chain_id = ${chainId}
          GROUP BY node_id ORDER BY letters DESC, node_id NULLS FIRST`,
      ),

    deadLetterTotals: (chainIds) =>
      reader.rows(
        null,
        sql<ChainLetters>`
          SELECT chain_id AS "chainId", count(*) AS letters FROM ${table}
          WHERE ${dialect.among("chain_id", chainIds)} GROUP BY chain_id ORDER BY chain_id`,
      ),

    newestDeadByNode: (countedMax) =>
      reader.rows(
        null,
        sql<NodeLetters & { chainId: number }>`
          SELECT chain_id AS "chainId", node_id AS "nodeId", count(*) AS letters
          FROM (SELECT chain_id, node_id FROM ${table} ORDER BY id DESC LIMIT ${countedMax}) AS newest
          WHERE chain_id IS NOT NULL
          GROUP BY chain_id, node_id ORDER BY letters DESC, chain_id, node_id NULLS FIRST`,
      ),
  };
}
