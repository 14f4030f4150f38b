import type { ChainDefinition, Point } from "@weir/rule-engine/chain";
import type { CallAnswer, CallInput } from "../../../api/route-types.ts";
import { EditHistory } from "../../../ui/edit-history.ts";
import { wireKey } from "./edit-definition.ts";
import type { NodeType } from "./node-type.ts";
import { SharedValue } from "./shared-value.ts";

export type ChainDetails = CallAnswer<"showChain">;
export type ChainProblem = CallAnswer<"validateChain">["problems"][number];
export type NodeTraffic = CallAnswer<"showChainActivity">["nodes"][number];

/** One step on the path of a reading, for the canvas to draw. */
export interface HighlightStep {
  readonly nodeId: string;
  /** The output the reading left by; null if it went no further in this chain. */
  readonly output: string | null;
  /** Shown at the node: the value that left it, or that entered it if none left. */
  readonly value?: number;
}

type Saving = "saved" | "waiting" | "saving" | "conflict" | "failed";

/** What the parts of the editor share. */
export interface EditorState {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  /** Names of the account's chains by UUID. Empty until they are needed and loaded. */
  readonly chainNames: ReadonlyMap<string, string>;
  /** False for viewers and on a phone. */
  readonly mayEdit: boolean;
  /** The published version; null if the chain was never published. */
  readonly published: ChainDefinition | null;
  readonly publishedVersion: number | null;
  /** When the published version was published. */
  readonly publishedAt: string | null;
  /** The revision of the draft on the server; null if there is no draft. */
  readonly draftRevision: number | null;
  /** The definition on the canvas. */
  readonly definition: ChainDefinition;
  /** Ids of nodes. */
  readonly selection: readonly string[];
  /** Keys of wires, see `wireKey`. */
  readonly selectedWires: readonly string[];
  /** Ids of the nodes that were pasted last. The same list as `selection` until the selection changes. */
  readonly pasted: readonly string[];
  readonly problems: readonly ChainProblem[];
  /** Whether the problems have been loaded. */
  readonly isChecked: boolean;
  /** Counts since each node was added, by node. Only nodes of the published version have them. */
  readonly traffic: ReadonlyMap<string, NodeTraffic>;
  /** The path of the shown reading, in order; empty if none is shown. */
  readonly highlight: readonly HighlightStep[];
  /** The index of the current step of `highlight`. */
  readonly step: number;
  readonly saving: Saving;
  /** Why the draft could not be saved, if trying again will not help. */
  readonly refusal: string | null;
  /** Whether someone else deleted the chain while it was open. */
  readonly isDeleted: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * The state of one open editor. Every change of the definition goes through `edit`, which makes it undoable and marks the
 * draft as unsaved. Saving, validation and counters listen to the state and write back to it.
 */
export class EditorStore {
  readonly #state: SharedValue<EditorState>;
  readonly #history = new EditHistory<ChainDefinition>();

  constructor(chain: ChainDetails, nodeTypes: ReadonlyMap<string, NodeType>, mayEdit: boolean) {
    this.#state = new SharedValue<EditorState>({
      ...stateOf(chain),
      nodeTypes,
      mayEdit,
      selection: [],
      selectedWires: [],
      pasted: [],
      problems: [],
      isChecked: false,
      chainNames: new Map(),
      traffic: new Map(),
      highlight: [],
      step: 0,
      canUndo: false,
      canRedo: false,
      saving: "saved",
      refusal: null,
      isDeleted: false,
    });
  }

  /** The middle of the visible part of the canvas; null if no canvas is drawn. */
  middleInSight: () => Point | null = () => null;

  get = (): EditorState => this.#state.get();

  listen = (act: () => void): (() => void) => this.#state.listen(act);

  /** Sets anything but the definition. */
  set = (part: Partial<Omit<EditorState, "definition">>): void => this.#put(part);

  /** Changes with the same key in quick succession, such as typing, are undone together. */
  edit = (definition: ChainDefinition, mergeKey?: string): void => {
    const { mayEdit, definition: before } = this.get();
    if (!mayEdit || definition === before) return;
    this.#history.add(before, mergeKey);
    this.#show(definition);
  };

  undo = (): void => {
    const { mayEdit, definition } = this.get();
    const before = mayEdit ? this.#history.undo(definition) : undefined;
    if (before !== undefined) this.#show(before);
  };

  redo = (): void => {
    const { mayEdit, definition } = this.get();
    const after = mayEdit ? this.#history.redo(definition) : undefined;
    if (after !== undefined) this.#show(after);
  };

  select = (selection: readonly string[], selectedWires: readonly string[] = []): void => {
    const { selection: nodes, selectedWires: wires } = this.get();
    if (isSame(selection, nodes) && isSame(selectedWires, wires)) return;
    this.#put({ selection, selectedWires });
  };

  has = (nodeId: string | undefined): nodeId is string =>
    this.get().definition.nodes.some(({ id }) => id === nodeId);

  /** Draws the path of a reading; an empty list removes it. */
  setHighlight = (highlight: readonly HighlightStep[], step = 0): void => this.#put({ highlight, step });

  setStep = (step: number): void => this.#put({ step });

  /** Shows what the server has, unless that would lose unsaved changes. Returns whether anything changed. */
  adopt = (chain: ChainDetails): boolean => {
    const { saving, draftRevision, publishedVersion, publishedAt, chain: known } = this.get();
    if (saving !== "saved") return false;
    const next = stateOf(chain);
    if (next.chain.name !== known.name) this.#put({ chain: next.chain });
    if (next.draftRevision === draftRevision && next.publishedVersion === publishedVersion) {
      if (next.publishedAt !== publishedAt) this.#put({ publishedAt: next.publishedAt });
      return false;
    }
    this.replace(chain);
    return true;
  };

  /** Shows what the server has and discards what was here. */
  replace = (chain: ChainDetails): void => {
    this.#history.clear();
    this.#put({
      ...stateOf(chain),
      saving: "saved",
      canUndo: false,
      canRedo: false,
      highlight: [],
      step: 0,
    });
    this.#dropLostSelection();
  };

  #show(definition: ChainDefinition): void {
    const { canUndo, canRedo } = this.#history;
    const { saving } = this.get();
    this.#put({
      definition,
      canUndo,
      canRedo,
      saving: saving === "conflict" ? saving : "waiting",
    });
    this.#dropLostSelection();
  }

  #dropLostSelection(): void {
    const { definition, selection, selectedWires } = this.get();
    const ids = new Set(definition.nodes.map(({ id }) => id));
    const keys = new Set(definition.wires.map(wireKey));
    this.select(
      selection.filter((id) => ids.has(id)),
      selectedWires.filter((key) => keys.has(key)),
    );
  }

  #put(part: Partial<EditorState>): void {
    this.#state.set({ ...this.get(), ...part });
  }
}

function stateOf(chain: ChainDetails) {
  const published = chain.definition as ChainDefinition | null;
  return {
    chain: { uuid: chain.uuid, name: chain.name },
    published,
    publishedVersion: chain.live?.version ?? null,
    publishedAt: chain.live?.published_at ?? null,
    draftRevision: chain.draft?.revision ?? null,
    definition: (chain.draft?.definition as ChainDefinition | undefined) ??
      published ?? { nodes: [], wires: [] },
  };
}

/** The definition as the API takes it: its type has no read-only lists. */
export function definitionBody(definition: ChainDefinition): CallInput<"saveDraft">["body"] {
  return definition as CallInput<"saveDraft">["body"];
}

/** The selection after some parts were selected and others deselected. */
export function afterSelecting(
  before: readonly string[],
  changes: readonly { readonly id: string; readonly selected: boolean }[],
): string[] {
  const selected = new Set(before);
  for (const change of changes) {
    if (change.selected) selected.add(change.id);
    else selected.delete(change.id);
  }
  return [...selected];
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
