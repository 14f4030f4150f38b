/** A node of a chain, to which the records beside the readings belong. */
export interface NodeKey {
  /** States of alert rules lie among those of nodes, under minus the id of the rule. */
  readonly chainId: number;
  readonly nodeId: string;
}
