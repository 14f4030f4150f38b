/**
 * A rule chain as it is stored, edited and exchanged: plain JSON, no behaviour. Readings enter at the `input` node and follow
 * the wires; a wire leaves one node by a named output and ends at another node.
 */
export interface ChainDefinition {
  readonly nodes: readonly ChainNode[];
  readonly wires: readonly Wire[];
}

export interface ChainNode {
  /** Unique within its chain; wires refer to it. */
  readonly id: string;
  /** Which kind of node this is, for example `input` or `save`. */
  readonly type: string;
  /** The version of that type's `config`, so that a later release can upgrade it. */
  readonly version: number;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Where the editor draws it. */
  readonly position: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Wire {
  readonly from: string;
  readonly output: string;
  readonly to: string;
}
