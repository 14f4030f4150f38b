import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlTransaction } from "../control.ts";

/** The draft of a chain, apart from the published version that its readings go through. */
export interface ChainDraft {
  readonly definition: ChainDefinition;
  /** Counts the changes of the draft. Send it with the next change, which is refused if somebody else was faster. */
  readonly revision: number;
  readonly updatedAt: number;
}

interface DraftedChain {
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly definition: ChainDefinition;
  readonly createdAt: number;
}

/** Inserts a chain that has a draft and was never published. */
export async function insertDraftedChain(tx: ControlTransaction, chain: DraftedChain): Promise<void> {
  const { uuid, accountId, name, definition, createdAt } = chain;
  await tx
    .insertInto("chains")
    .values({
      uuid,
      account_id: accountId,
      name,
      published_version: null,
      created_at: createdAt,
      draft: JSON.stringify(definition),
      draft_revision: 1,
      draft_updated_at: createdAt,
    })
    .execute();
}

export async function setChainName(tx: ControlTransaction, chainId: number, name: string): Promise<void> {
  await tx.updateTable("chains").set({ name }).where("id", "=", chainId).execute();
}

/** Deletes a chain with all its versions. */
export async function deleteChainRows(tx: ControlTransaction, chainId: number): Promise<void> {
  await tx.deleteFrom("chain_versions").where("chain_id", "=", chainId).execute();
  await tx.deleteFrom("chains").where("id", "=", chainId).execute();
}

export async function putDraft(tx: ControlTransaction, chainId: number, draft: ChainDraft): Promise<void> {
  const { definition, revision, updatedAt } = draft;
  await tx
    .updateTable("chains")
    .set({ draft: JSON.stringify(definition), draft_revision: revision, draft_updated_at: updatedAt })
    .where("id", "=", chainId)
    .execute();
}

/** `draftRevision` is the revision of the draft to delete. */
export async function clearDraft(
  tx: ControlTransaction,
  { id, draftRevision }: { readonly id: number; readonly draftRevision: number },
): Promise<void> {
  await tx
    .updateTable("chains")
    .set({ draft: null, draft_revision: draftRevision + 1, draft_updated_at: null })
    .where("id", "=", id)
    .execute();
}
