import type { MessageState, Severity } from "@weir/protocol/closed-sets";
import { type RawBuilder, sql } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import { openAlarms } from "../alarms/queries.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { nodeCountRows } from "./kept-counts.ts";
import { countKey, countSelectList, errorSelectList, type NodeCount, type NodeError } from "./record.ts";

/**
 * Answers what chains have counted, and how much waits for a person or for delivery. It reads beside the processor and changes
 * nothing.
 *
 * Promises: each answer is a snapshot of one moment; two answers may be of different moments. Counts and errors are kept by
 * chain; a chain belongs to one account, and the caller has checked that. Does not promise that counts of nodes include the last
 * second: the processor writes them about once a second.
 */
export interface CountQueries {
  nodeCounts(chainIds: readonly number[]): Promise<NodeCount[]>;
  /** The last error of each node that has ever failed. */
  nodeErrors(chainId: number): Promise<NodeError[]>;
  /** The chains of all accounts, those with the most readings first. */
  busiestChains(limit: number): Promise<number[]>;
  /** The outputs of all accounts where readings ended unsaved, those with the most readings first. */
  mostEnded(limit: number): Promise<NodeCount[]>;
  /** Counts over all accounts. Each count stops at `countedMax`, so the cost does not grow with the store. */
  keptCounts(countedMax: number): Promise<KeptCounts>;
  /** Counts for one account. Messages that were given up are counted among its newest `countedMax` messages. */
  keptCountsOf(accountId: number, countedMax: number): Promise<AccountKeptCounts>;
}

/** What waits for a person or for delivery. */
export interface KeptCounts {
  readonly deadLetters: number;
  readonly activeAlarms: Readonly<Record<Severity, number>>;
  /** Delivered and dead messages are counted as long as they are kept. */
  readonly messages: Readonly<Record<MessageState, number>>;
}

export interface AccountKeptCounts extends Pick<KeptCounts, "deadLetters" | "activeAlarms"> {
  readonly messages: Readonly<Record<Exclude<MessageState, "delivered">, number>>;
}

export function countQueries(reader: StoreReader): CountQueries {
  const { dialect } = reader;
  const nodeCounts = nodeCountRows(dialect);
  const ofOutput = sql.raw(countKey);
  const letters = dialect.table("dead_letters");
  const outbox = dialect.table("outbox");

  async function counts(accountId: AccountScope, select: RawBuilder<Counted>): Promise<Counts> {
    const rows = await reader.rows(accountId, select);
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  }

  return {
    nodeCounts: (chainIds) =>
      reader.rows(
        null,
        sql<NodeCount>`
          SELECT ${sql.raw(countSelectList)} FROM ${nodeCounts}
          WHERE ${dialect.among("chain_id", chainIds)} GROUP BY ${ofOutput} ORDER BY ${ofOutput}`,
      ),

    nodeErrors: (chainId) =>
      reader.rows(
        null,
        sql<NodeError>`
          SELECT ${sql.raw(errorSelectList)} FROM ${dialect.table("node_errors")}
          WHERE chain_id = ${chainId} ORDER BY node_id`,
      ),

    async busiestChains(limit) {
      const rows = await reader.rows(
        null,
        sql<{ chainId: number }>`
          SELECT chain_id AS "chainId" FROM (
            SELECT chain_id, sum(readings) AS readings FROM ${nodeCounts} GROUP BY ${ofOutput}
          ) AS of_outputs
          GROUP BY chain_id ORDER BY max(readings) DESC, chain_id LIMIT ${limit}`,
      );
      return rows.map(({ chainId }) => chainId);
    },

    mostEnded: (limit) =>
      reader.rows(
        null,
        sql<NodeCount>`
          SELECT ${sql.raw(countSelectList)} FROM ${nodeCounts}
          GROUP BY ${ofOutput} HAVING sum(ended) > 0 ORDER BY sum(ended) DESC, ${ofOutput} LIMIT ${limit}`,
      ),

    async keptCounts(countedMax) {
      const found = await counts(
        null,
        // Settled messages are ordered by when they were settled, because their index is in this order.
        sql`
          SELECT 'letters' AS name, count(*) AS rows FROM (SELECT 1 FROM ${letters} LIMIT ${countedMax}) AS letters
          UNION ALL
          SELECT severity, active FROM (${openAlarms(reader, sql``, countedMax)}) AS open
          UNION ALL
          SELECT 'waiting', count(*) FROM (
            SELECT 1 FROM ${outbox} WHERE state = 'waiting' LIMIT ${countedMax}
          ) AS waiting
          UNION ALL
          SELECT state, count(*) FROM (
            SELECT state FROM ${outbox} WHERE state <> 'waiting' ORDER BY settled_ms DESC LIMIT ${countedMax}
          ) AS settled GROUP BY state`,
      );
      const { waiting = 0, delivered = 0, dead = 0 } = found;
      return { ...lettersAndAlarms(found), messages: { waiting, delivered, dead } };
    },

    async keptCountsOf(accountId, countedMax) {
      const found = await counts(
        accountId,
        sql`
          SELECT 'letters' AS name, count(*) AS rows FROM (
            SELECT 1 FROM ${letters} WHERE account_id = ${accountId} LIMIT ${countedMax}
          ) AS letters
          UNION ALL
          SELECT severity, active FROM (${openAlarms(reader, sql`account_id = ${accountId} AND`, countedMax)}) AS open
          UNION ALL
          SELECT 'waiting', count(*) FROM (
            SELECT 1 FROM ${outbox} WHERE account_id = ${accountId} AND state = 'waiting' LIMIT ${countedMax}
          ) AS waiting
          UNION ALL
          SELECT 'dead', count(*) FROM (
            SELECT state FROM ${outbox} WHERE account_id = ${accountId} ORDER BY id DESC LIMIT ${countedMax}
          ) AS newest WHERE state = 'dead'`,
      );
      const { waiting = 0, dead = 0 } = found;
      return { ...lettersAndAlarms(found), messages: { waiting, dead } };
    },
  };
}

interface Counted {
  readonly name: "letters" | Severity | MessageState;
  readonly rows: number;
}

type Counts = Partial<Record<Counted["name"], number>>;

function lettersAndAlarms({ letters = 0, info = 0, warning = 0, critical = 0 }: Counts) {
  return { deadLetters: letters, activeAlarms: { info, warning, critical } };
}
