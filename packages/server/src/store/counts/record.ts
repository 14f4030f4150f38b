import { column, type RecordOf, selectList } from "../engine/record-columns.ts";

/** The columns of what a node has counted. */
export const nodeCountColumns = {
  /** States and counts of alert rules lie among those of nodes, under minus the id of the rule. */
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

export type NodeCount = RecordOf<typeof nodeCountColumns>;
export type NodeError = RecordOf<typeof nodeErrorColumns>;

export const nodeCountFields = Object.keys(nodeCountColumns) as (keyof NodeCount)[];
export const nodeErrorFields = Object.keys(nodeErrorColumns) as (keyof NodeError)[];
export const countSelectList = selectList(nodeCountFields);
export const errorSelectList = selectList(nodeErrorFields);
