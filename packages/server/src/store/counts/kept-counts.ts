import { type RawBuilder, sql } from "kysely";
import { columnOf } from "../engine/record-columns.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import {
  countKey,
  countSelectList,
  type NodeCount,
  nodeCountFields,
  type StateRow,
  stateSelectList,
} from "./record.ts";

/** Reads the states of all nodes for these sensors. */
export function statesOfSensors(
  dialect: StoreDialect,
  sensorIds: RawBuilder<readonly number[]>,
): RawBuilder<StateRow> {
  return sql`
    SELECT ${sql.raw(stateSelectList)} FROM ${dialect.table("node_states")}
    WHERE ${dialect.among("sensor_id", sensorIds)}`;
}

/** The rows of what nodes have counted, called `counted`. */
export function nodeCountRows(dialect: StoreDialect): RawBuilder<unknown> {
  return dialect.counts("node_counts", nodeCountFields.map(columnOf));
}

/** Reads what all nodes have counted. */
export function keptCounts(dialect: StoreDialect): RawBuilder<NodeCount> {
  return sql`SELECT ${sql.raw(countSelectList)} FROM ${nodeCountRows(dialect)} GROUP BY ${sql.raw(countKey)}`;
}

/** Finds the alert rules that have states. It steps from id to id in the index, because a rule may have states of many sensors. */
export function rulesWithStates(dialect: StoreDialect): RawBuilder<{ id: number }> {
  const states = dialect.table("node_states");
  return sql`
    WITH RECURSIVE found (chain_id) AS (
      SELECT max(chain_id) FROM ${states} WHERE chain_id < 0
      UNION ALL
      SELECT (SELECT max(chain_id) FROM ${states} WHERE chain_id < found.chain_id)
      FROM found WHERE chain_id IS NOT NULL
    )
    SELECT -chain_id AS id FROM found WHERE chain_id IS NOT NULL`;
}
