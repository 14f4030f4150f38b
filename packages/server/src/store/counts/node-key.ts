/** A node of a chain, to which the records beside the readings belong. */
export interface NodeKey {
  /** States of alert rules lie among those of nodes, under minus the id of the rule. */
  readonly chainId: number;
  readonly nodeId: string;
}

export interface DeadLetterFilter {
  /** Null selects every account; the same holds for `sensorId`. */
  readonly accountId: number | null;
  readonly sensorId: number | null;
  readonly fromId: number;
  readonly limit: number;
}
