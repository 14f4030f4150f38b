import type { ChainDefinition } from "@weir/rule-engine/chain";
import { readChain } from "@weir/rule-engine/read-chain";
import { type ChainDraft, clearDraft, putDraft } from "../../control/chains/chain-changes.ts";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { storedChain } from "../../control/chains/stored-chain.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import { commitChange } from "../core/commit-change.ts";
import { findChain } from "../core/find-chain.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { actionOnChain } from "./action-on-chain.ts";
import { refuseMissingDraft } from "./chain-validation.ts";

export async function getDraft(control: ControlReader, selector: string): Promise<Result<ChainDraft>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const { draft, draftRevision, draftUpdatedAt } = found.value;
  if (draft === null) return refuseMissingDraft(found.value);
  const definition = storedChain(draft);
  return succeed({ definition, revision: draftRevision, updatedAt: draftUpdatedAt! });
}

interface DraftChange {
  /** A definition from anywhere. Only its shape must be valid. */
  readonly definition: unknown;
  /** The revision that this change is based on. Without it, the change overwrites any. */
  readonly expectedRevision?: number | undefined;
}

/** Creates or replaces the draft. Readings are not affected. */
export async function saveDraft(
  control: Control,
  selector: string,
  { definition, expectedRevision }: DraftChange,
): Promise<Result<ChainDraft>> {
  const read = checkShape(definition);
  if (!read.ok) return read;
  return commitChange(control, async (tx) => {
    const found = await findChain(control, tx, selector);
    if (!found.ok) return found;
    const refused = refuseStale(found.value, expectedRevision);
    if (refused) return refused;
    const draft = await writeDraft(control, tx, found.value, read.value);
    const { nodes, wires } = draft.definition;
    const after = { revision: draft.revision, nodes: nodes.length, wires: wires.length };
    return succeed({
      value: draft,
      audit: [actionOnChain("chain.save-draft", found.value, { after })],
      changes: [],
    });
  });
}

/**
 * Keeps the published version. A chain that was never published keeps its draft, because it would have nothing left.
 */
export async function discardDraft(
  control: Control,
  selector: string,
  expectedRevision?: number,
): Promise<Result<FoundChain>> {
  return commitChange(control, async (tx) => {
    const found = await findChain(control, tx, selector);
    if (!found.ok) return found;
    const chain = found.value;
    if (chain.draft === null) return refuseMissingDraft(chain);
    if (chain.publishedVersion === null) {
      const message = `The chain "${chain.name}" was never published and has only its draft. Delete the chain instead.`;
      return refuse("chain_unpublished", message);
    }
    const refused = refuseStale(chain, expectedRevision);
    if (refused) return refused;
    await clearDraft(tx, chain);
    const before = { revision: chain.draftRevision };
    return succeed({
      value: chain,
      audit: [actionOnChain("chain.discard-draft", chain, { before })],
      changes: [],
    });
  });
}

export function checkShape(definition: unknown): Result<ChainDefinition> {
  const read = readChain(definition);
  if (read.ok) return read;
  const list = read.error.map((problem) => `\n  ${problem}`).join("");
  return refuse("bad_chain", `The definition of the chain cannot be read:${list}`);
}

export function refuseStale(chain: FoundChain, expectedRevision: number | undefined): Refusal | null {
  if (expectedRevision === undefined || expectedRevision === chain.draftRevision) return null;
  return refuse(
    "draft_changed",
    `The draft of chain "${chain.name}" was changed in the meantime: it is at revision ${chain.draftRevision}, ` +
      `not ${expectedRevision}.`,
  );
}

/** Runs within a transaction of control data. */
export async function writeDraft(
  control: Control,
  tx: ControlTransaction,
  { id, draftRevision }: Pick<FoundChain, "id" | "draftRevision">,
  definition: ChainDefinition,
): Promise<ChainDraft> {
  const draft = { definition, revision: draftRevision + 1, updatedAt: control.nowUs() };
  await putDraft(tx, id, draft);
  return draft;
}
