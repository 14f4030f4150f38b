import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { foldByKey, lastOfEach } from "../engine/postgres/fold-by-key.ts";
import { addedTo, isCountTable, partitionTableOf } from "../engine/postgres/partition-counts.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import { columnList } from "../engine/record-columns.ts";
import { byteaArray, int8Array } from "../readings/postgres/array-parameters.ts";
import type { NodeState, SettledBatch } from "../settlement.ts";
import {
  countKey,
  type NodeCount,
  type NodeError,
  nodeCountColumns,
  nodeCountFields,
  nodeErrorColumns,
  nodeErrorFields,
  nodeStateColumns,
  stateFields,
  tablesOfChains,
  tablesOfSensors,
} from "./record.ts";

/** Deletes the records of removed sensors and chains, and writes node states. */
export class NodeRecordWriter implements BatchWriter {
  async write(tx: PostgresTransaction, batch: SettledBatch): Promise<void> {
    if (batch.forgottenSensorIds.length > 0) forgetSensors(tx, batch.forgottenSensorIds);
    if (batch.forgottenChainIds.length > 0) forgetChains(tx, batch.forgottenChainIds);
    if (batch.states.length > 0) saveStates(tx, batch.states);
  }
}

/** Adds to the counts of nodes, in rows of the partition. */
export class NodeCountWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { nodeCounts, to }: SettledBatch): Promise<void> {
    if (nodeCounts.length > 0) addCounts(tx, nodeCounts, to.partition);
  }
}

/**
 * Writes the last errors of nodes. Processors of other partitions write the same rows and wait for each other there, so
 * this comes last in a transaction.
 */
export class NodeErrorWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { nodeErrors }: SettledBatch): Promise<void> {
    if (nodeErrors.length > 0) noteErrors(tx, nodeErrors);
  }
}

function forgetSensors(tx: PostgresTransaction, sensorIds: readonly number[]): void {
  for (const table of tablesOfSensors) {
    tx.send({
      text: `DELETE FROM weir_store.${table} WHERE sensor_id = ANY ($1::int8[])`,
      values: [sensorIds],
    });
  }
}

function forgetChains(tx: PostgresTransaction, chainIds: readonly number[]): void {
  const tables = tablesOfChains.flatMap((table) =>
    isCountTable(table) ? [table, partitionTableOf(table)] : [table],
  );
  for (const table of tables) {
    tx.send({
      text: `DELETE FROM weir_store.${table} WHERE chain_id = ANY ($1::int8[])`,
      values: [chainIds],
    });
  }
}

function saveStates(tx: PostgresTransaction, states: readonly NodeState[]): void {
  const kept = lastOfEach(states, ({ node, sensorId }) => [
    sensorId,
    node.chainId,
    storableText(node.nodeId),
  ]);
  tx.send({
    name: "save node states",
    text: `INSERT INTO weir_store.node_states (${columnList(stateFields)})
      SELECT * FROM unnest(${arraysOf(nodeStateColumns, stateFields)})
      ON CONFLICT (sensor_id, chain_id, node_id) DO UPDATE SET state = excluded.state`,
    values: [
      int8Array(kept.map(({ sensorId }) => sensorId)),
      int8Array(kept.map(({ node }) => node.chainId)),
      kept.map(({ node }) => storableText(node.nodeId)),
      byteaArray(kept.map(({ state }) => state)),
    ],
  });
}

function noteErrors(tx: PostgresTransaction, errors: readonly NodeError[]): void {
  const kept = lastOfEach(errors, ({ chainId, nodeId }) => [chainId, storableText(nodeId)]);
  tx.send({
    name: "note node errors",
    text: `INSERT INTO weir_store.node_errors (${columnList(nodeErrorFields)})
      SELECT * FROM unnest(${arraysOf(nodeErrorColumns, nodeErrorFields)})
      ON CONFLICT (chain_id, node_id) DO UPDATE
      SET sensor_id = excluded.sensor_id, happened_ms = excluded.happened_ms, reason = excluded.reason`,
    values: valuesOf(nodeErrorFields, kept),
  });
}

function addCounts(tx: PostgresTransaction, counts: readonly NodeCount[], partition: number): void {
  const sums = foldByKey(
    counts,
    ({ chainId, nodeId, output }) => [chainId, storableText(nodeId), storableText(output)],
    (one, other) => {
      return { ...one, readings: one.readings + other.readings, ended: one.ended + other.ended };
    },
  );
  tx.send({
    name: "add node counts",
    text: `INSERT INTO weir_store.${partitionTableOf("node_counts")} AS counted (partition, ${columnList(nodeCountFields)})
      SELECT $1, * FROM unnest(${arraysOf(nodeCountColumns, nodeCountFields, 2)})
      ON CONFLICT (${countKey}, partition) DO UPDATE SET ${addedTo(["readings", "ended"])}`,
    values: [partition, ...valuesOf(nodeCountFields, sums)],
  });
}
