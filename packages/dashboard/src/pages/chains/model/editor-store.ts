import type { ChainDefinition, Position } from "@weir/rule-engine/chain";
import type { CallAnswer } from "../../../api/route-types.ts";
import { EditHistory } from "./edit-history.ts";

export type NodeType = CallAnswer<"listNodeTypes">["items"][number];
export type ChainDetails = CallAnswer<"showChain">;
export type ChainProblem = CallAnswer<"validateChain">["problems"][number];
export type NodeTraffic = CallAnswer<"showChainActivity">["nodes"][number];

/** A stop on the way of one reading, for the canvas to draw. */
export interface HighlightStep {
  readonly nodeId: string;
  /** By which output it left; null where it went no further in this chain. */
  readonly output: string | null;
  /** Shown at the node: what came out, or in. */
  readonly value?: number;
}

export type Saving = "saved" | "waiting" | "saving" | "conflict" | "failed";

/** All that the parts of the editor share. */
export interface EditorState {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  /** Of the account's chains, by UUID. Empty until they are needed and known. */
  readonly chainNames: ReadonlyMap<string, string>;
  /** False for viewers and on a phone. */
  readonly mayEdit: boolean;
  /** What readings go through now; null while the chain was never published. */
  readonly live: ChainDefinition | null;
  readonly liveVersion: number | null;
  /** When that was published. */
  readonly liveSince: string | null;
  /** Of the draft as the server has it; null while there is none. */
  readonly draftRevision: number | null;
  /** What is being edited. */
  readonly definition: ChainDefinition;
  /** Ids of nodes. */
  readonly selection: readonly string[];
  /** Keys of wires, as wireKey makes them. */
  readonly selectedWires: readonly string[];
  /** Ids of the nodes that were pasted last; the selection itself until something else is selected. */
  readonly pasted: readonly string[];
  readonly problems: readonly ChainProblem[];
  /** Whether it was asked yet what the problems are. */
  readonly isChecked: boolean;
  /** By node: what was counted since it was added; of nodes of the published version only. */
  readonly traffic: ReadonlyMap<string, NodeTraffic>;
  /** The way of a reading, in order; empty where none is shown. */
  readonly highlight: readonly HighlightStep[];
  /** Which of them is looked at. */
  readonly step: number;
  readonly saving: Saving;
  /** Why the draft could not be saved, where it takes more than another try. */
  readonly refusal: string | null;
  /** By somebody else, while it was open. */
  readonly isDeleted: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * The state of one open editor. Every change of the definition goes through `edit`, which makes it undoable and marks
 * the draft as not saved yet; who saves, validates and counts listens and writes back.
 */
export class EditorStore {
  #state: EditorState;
  readonly #history = new EditHistory();
  readonly #listeners = new Set<() => void>();

  constructor(chain: ChainDetails, nodeTypes: ReadonlyMap<string, NodeType>, mayEdit: boolean) {
    this.#state = {
      ...loaded(chain),
      ...{ nodeTypes, mayEdit, selection: [], selectedWires: [], pasted: [], problems: [], isChecked: false },
      chainNames: new Map(),
      ...{ traffic: new Map(), highlight: [], step: 0, canUndo: false, canRedo: false },
      ...{ saving: "saved", refusal: null, isDeleted: false },
    };
  }

  /** The middle of what is seen of the chain, as the canvas knows it; null where none is drawn. */
  middleInSight: () => Position | null = () => null;

  get = (): EditorState => this.#state;

  listen = (act: () => void): (() => void) => {
    this.#listeners.add(act);
    return () => this.#listeners.delete(act);
  };

  /** Sets anything but the definition. */
  set = (part: Partial<Omit<EditorState, "definition">>): void => this.#put(part);

  /** Changes with the same key that follow each other closely, such as typing, are undone together. */
  edit = (definition: ChainDefinition, mergeKey?: string): void => {
    if (!this.#state.mayEdit || definition === this.#state.definition) return;
    this.#history.add(this.#state.definition, mergeKey);
    this.#show(definition);
  };

  undo = (): void => {
    const before = this.#state.mayEdit ? this.#history.back(this.#state.definition) : undefined;
    if (before !== undefined) this.#show(before);
  };

  redo = (): void => {
    const after = this.#state.mayEdit ? this.#history.forth(this.#state.definition) : undefined;
    if (after !== undefined) this.#show(after);
  };

  select = (selection: readonly string[], selectedWires: readonly string[] = []): void => {
    const { selection: nodes, selectedWires: wires } = this.#state;
    if (isSame(selection, nodes) && isSame(selectedWires, wires)) return;
    this.#put({ selection, selectedWires });
  };

  /** Draws the way of a reading; an empty list takes it away. */
  setHighlight = (highlight: readonly HighlightStep[], step = 0): void => this.#put({ highlight, step });

  setStep = (step: number): void => this.#put({ step });

  /** Shows what the server has now, unless something typed here would be lost by it. Tells whether that is new. */
  adopt = (chain: ChainDetails): boolean => {
    const { saving, draftRevision, liveVersion } = this.#state;
    if (saving !== "saved") return false;
    if (chain.name !== this.#state.chain.name) this.#put({ chain: { uuid: chain.uuid, name: chain.name } });
    if ((chain.draft?.revision ?? null) === draftRevision && (chain.live?.version ?? null) === liveVersion) {
      const liveSince = chain.live?.published_at ?? null;
      if (liveSince !== this.#state.liveSince) this.#put({ liveSince });
      return false;
    }
    this.replace(chain);
    return true;
  };

  /** Shows what the server has now, whatever was here. */
  replace = (chain: ChainDetails): void => {
    this.#history.clear();
    this.#put({
      ...loaded(chain),
      ...{ saving: "saved", canUndo: false, canRedo: false, highlight: [], step: 0 },
    });
    this.#dropLostSelection();
  };

  #show(definition: ChainDefinition): void {
    const { canUndo, canRedo } = this.#history;
    const { saving } = this.#state;
    this.#put({
      ...{ definition, canUndo, canRedo },
      saving: saving === "conflict" ? saving : "waiting",
    });
    this.#dropLostSelection();
  }

  #dropLostSelection(): void {
    const { definition, selection, selectedWires } = this.#state;
    const ids = new Set(definition.nodes.map(({ id }) => id));
    const keys = new Set(definition.wires.map(wireKey));
    this.select(
      selection.filter((id) => ids.has(id)),
      selectedWires.filter((key) => keys.has(key)),
    );
  }

  #put(part: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...part };
    for (const act of this.#listeners) act();
  }
}

function loaded(chain: ChainDetails) {
  const live = chain.definition as ChainDefinition | null;
  return {
    chain: { uuid: chain.uuid, name: chain.name },
    live,
    liveVersion: chain.live?.version ?? null,
    liveSince: chain.live?.published_at ?? null,
    draftRevision: chain.draft?.revision ?? null,
    definition: (chain.draft?.definition as ChainDefinition | undefined) ?? live ?? { nodes: [], wires: [] },
  };
}

export function wireKey({ from, output, to }: { from: string; output: string; to: string }): string {
  return JSON.stringify([from, output, to]);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((item, place) => item === others[place]);
}
