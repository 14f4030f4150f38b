import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
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
  async write(tx: PostgresSession, batch: SettledBatch): Promise<void> {
    if (batch.forgottenSensorIds.length > 0) await forgetSensors(tx, batch.forgottenSensorIds);
    if (batch.forgottenChainIds.length > 0) await forgetChains(tx, batch.forgottenChainIds);
    if (batch.states.length > 0) await saveStates(tx, batch.states);
  }
}

/** Adds to the counts of nodes, in rows of the partition. */
export class NodeCountWriter implements BatchWriter {
  async write(tx: PostgresSession, { nodeCounts, to }: SettledBatch): Promise<void> {
    if (nodeCounts.length > 0) await addCounts(tx, nodeCounts, to.partition);
  }
}

/**
 * Writes the last errors of nodes. Processors of other partitions write the same rows and wait for each other there, so
 * this comes last in a transaction.
 */
export class NodeErrorWriter implements BatchWriter {
  async write(tx: PostgresSession, { nodeErrors }: SettledBatch): Promise<void> {
    if (nodeErrors.length > 0) await noteErrors(tx, nodeErrors);
  }
}

async function forgetSensors(tx: PostgresSession, sensorIds: readonly number[]): Promise<void> {
  for (const table of tablesOfSensors) {
    await tx.query(`DELETE FROM weir_store.${table} WHERE sensor_id = ANY ($1::int8[])`, [sensorIds]);
  }
}

async function forgetChains(tx: PostgresSession, chainIds: readonly number[]): Promise<void> {
  const tables = tablesOfChains.flatMap((table) =>
    isCountTable(table) ? [table, partitionTableOf(table)] : [table],
  );
  for (const table of tables) {
    await tx.query(`DELETE FROM weir_store.${table} WHERE chain_id = ANY ($1::int8[])`, [chainIds]);
  }
}

async function saveStates(tx: PostgresSession, states: readonly NodeState[]): Promise<void> {
  const kept = lastOfEach(states, ({ node, sensorId }) => [
    sensorId,
    node.chainId,
    storableText(node.nodeId),
  ]);
  await tx.query({
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

async function noteErrors(tx: PostgresSession, errors: readonly NodeError[]): Promise<void> {
  const kept = lastOfEach(errors, ({ chainId, nodeId }) => [chainId, storableText(nodeId)]);
  await tx.query({
    name: "note node errors",
    text: `INSERT INTO weir_store.node_errors (${columnList(nodeErrorFields)})
      SELECT * FROM unnest(${arraysOf(nodeErrorColumns, nodeErrorFields)})
      ON CONFLICT (chain_id, node_id) DO UPDATE
      SET sensor_id = excluded.sensor_id, happened_ms = excluded.happened_ms, reason = excluded.reason`,
    values: valuesOf(nodeErrorFields, kept),
  });
}

async function addCounts(
  tx: PostgresSession,
  counts: readonly NodeCount[],
  partition: number,
): Promise<void> {
  const sums = foldByKey(
    counts,
    ({ chainId, nodeId, output }) => [chainId, storableText(nodeId), storableText(output)],
    (one, other) => {
      return { ...one, readings: one.readings + other.readings, ended: one.ended + other.ended };
    },
  );
  await tx.query({
    name: "add node counts",
    text: `INSERT INTO weir_store.${partitionTableOf("node_counts")} AS counted (partition, ${columnList(nodeCountFields)})
      SELECT $1, * FROM unnest(${arraysOf(nodeCountColumns, nodeCountFields, 2)})
      ON CONFLICT (${countKey}, partition) DO UPDATE SET ${addedTo(["readings", "ended"])}`,
    values: [partition, ...valuesOf(nodeCountFields, sums)],
  });
}
