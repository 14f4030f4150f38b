import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";

/** The columns of the state that a node has for a sensor. */
export const nodeStateColumns = {
  sensorId: column.integer,
  /** States and counts of alert rules lie among those of nodes, under minus the id of the rule. */
  chainId: column.integer,
  nodeId: column.text,
  state: column.bytes,
};

/** The columns of what a node has counted. */
export const nodeCountColumns = {
  chainId: column.integer,
  nodeId: column.text,
  output: column.text,
  readings: column.integer,
  /** How many of these readings ended here unsaved. */
  ended: column.integer,
};

/** The columns of the last error of a node. */
export const nodeErrorColumns = {
  chainId: column.integer,
  nodeId: column.text,
  sensorId: column.integer,
  happenedMs: column.integer,
  reason: column.text,
};

export type StateRow = RecordOf<typeof nodeStateColumns>;
export type NodeCount = RecordOf<typeof nodeCountColumns>;
export type NodeError = RecordOf<typeof nodeErrorColumns>;

export const stateFields = fieldsOf(nodeStateColumns);
/** What is deleted with a chain, in the order in which batches write it, to prevent deadlocks. */
export const tablesOfChains = ["node_states", "node_counts", "node_errors"] as const;
/** What is deleted with a sensor. */
export const tablesOfSensors = ["node_states", "alarms"] as const;

export const nodeCountFields = fieldsOf(nodeCountColumns);
export const nodeErrorFields = fieldsOf(nodeErrorColumns);
export const stateSelectList = selectList(stateFields);
/** Sums the rows of a node and output, of which there may be several (see `counts` of StoreDialect). */
export const countSelectList = selectList(nodeCountFields, {
  readings: "CAST(sum(readings) AS bigint)",
  ended: "CAST(sum(ended) AS bigint)",
});
export const countKey = "chain_id, node_id, output";
export const errorSelectList = selectList(nodeErrorFields);
