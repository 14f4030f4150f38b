import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainDiff, diffChains, isEmptyDiff } from "@weir/rule-engine/diff-chains";
import { mailAddressesIn } from "../control/chain-recipients.ts";
import type { ControlStore, ControlTransaction } from "../control/control-store.ts";
import { clearDraft, refuseStale } from "./chain-drafts.ts";
import { type ChainWarning, checkPublishable, refuseMissingDraft } from "./chain-validation.ts";
import { readDefinition } from "./chain-versions.ts";
import { type Changed, commitChange } from "./commit-change.ts";
import { actionOnChain, type FoundChain, findChain } from "./find-chain.ts";
import { learnLiveChains } from "./live-chains.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { noteRecipients } from "./recipients/recipients.ts";
import { refuseText } from "./validate-text.ts";

export interface PublishedVersion {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly version: number;
  readonly note: string;
  /** What is legal and yet worth knowing, above all that nothing is saved. */
  readonly warnings: readonly ChainWarning[];
  /** Against the version that was published before; null where there was none. */
  readonly diff: ChainDiff | null;
}

export interface PublishOptions {
  readonly note?: string | undefined;
  /** The revision of the draft that is meant; where it is left out, the draft as it is. */
  readonly expectedRevision?: number | undefined;
}

/** How many versions of a chain are kept; the oldest go first. */
export const versionsKept = 100;
const noteMaxLength = 500;

/** Makes a version out of the draft. When this resolves, new readings go through it. */
export async function publishChain(
  store: ControlStore,
  selector: string,
  options: PublishOptions = {},
): Promise<Result<PublishedVersion>> {
  await learnLiveChains(store);
  return commitChange(store, async (tx) => {
    const found = await findChain(store, tx, selector);
    if (!found.ok) return found;
    return (
      refuseStale(found.value, options.expectedRevision) ?? publishDraft(store, tx, found.value, options)
    );
  });
}

/** Publishes a copy of an earlier version. A draft stays as it is. */
export async function rollBackChain(
  store: ControlStore,
  selector: string,
  version: number,
): Promise<Result<PublishedVersion>> {
  await learnLiveChains(store);
  return commitChange(store, async (tx) => {
    const found = await findChain(store, tx, selector);
    if (!found.ok) return found;
    const definition = await readDefinition(tx, found.value, version);
    if (!definition.ok) return definition;
    const note = `rolled back to version ${version}`;
    return insertVersion(store, tx, found.value, {
      ...{ action: "chain.rollback", definition: definition.value, note },
    });
  });
}

/** As part of a transaction of the store. */
export async function publishDraft(
  store: ControlStore,
  tx: ControlTransaction,
  chain: FoundChain,
  { note = "" }: PublishOptions,
): Promise<Result<Changed<PublishedVersion>>> {
  const refused = refuseText("A note", note, noteMaxLength);
  if (refused) return refused;
  if (chain.draft === null) return refuseMissingDraft(chain);
  const definition = JSON.parse(chain.draft) as ChainDefinition;
  const published = await insertVersion(store, tx, chain, { action: "chain.publish", definition, note });
  if (published.ok) await clearDraft(tx, chain);
  return published;
}

interface NewVersion {
  /** As the audit log names it. */
  readonly action: string;
  readonly definition: ChainDefinition;
  readonly note: string;
}

async function insertVersion(
  store: ControlStore,
  tx: ControlTransaction,
  chain: FoundChain,
  { action, definition, note }: NewVersion,
): Promise<Result<Changed<PublishedVersion>>> {
  const warnings = await checkPublishable({ db: tx, sendsMail: store.sendsMail }, chain, definition);
  if (!warnings.ok) return warnings;
  const diff = await diffToLive(tx, chain, definition);
  if (!diff.ok) return diff;
  const version = await nextVersion(tx, chain.id);
  const row = { definition: JSON.stringify(definition), note, published_at: store.nowUs() };
  await tx
    .insertInto("chain_versions")
    .values({ chain_id: chain.id, version, ...row })
    .execute();
  await tx.updateTable("chains").set({ published_version: version }).where("id", "=", chain.id).execute();
  await tx
    .deleteFrom("chain_versions")
    .where("chain_id", "=", chain.id)
    .where("version", "<=", version - versionsKept)
    .execute();
  const { accountId, uuid, name } = chain;
  const emails = mailAddressesIn(definition);
  const noted = await noteRecipients(tx, { accountId, emails, nowUs: row.published_at });
  const ofRecipients = noted > 0 ? [{ kind: "recipients" } as const] : [];
  return succeed({
    value: { chain: { uuid, name }, version, note, warnings: warnings.value, diff: diff.value },
    audit: [actionOnChain(action, chain, { after: { version, note, nodes: nodesOf(diff.value) } })],
    changes: [{ kind: "chain", chainId: chain.id }, ...ofRecipients],
  });
}

function nodesOf(diff: ChainDiff | null) {
  return (
    diff && {
      added: diff.nodesAdded.map(({ id }) => id),
      removed: diff.nodesRemoved.map(({ id }) => id),
      changed: diff.nodesChanged.map(({ nodeId }) => nodeId),
    }
  );
}

async function diffToLive(
  tx: ControlTransaction,
  chain: FoundChain,
  definition: ChainDefinition,
): Promise<Result<ChainDiff | null>> {
  if (chain.publishedVersion === null) return succeed(null);
  const live = await readDefinition(tx, chain, "live");
  if (!live.ok) return live;
  const diff = diffChains(live.value, definition);
  if (!isEmptyDiff(diff)) return succeed(diff);
  const message = `Nothing would change: chain "${chain.name}" is the same in version ${chain.publishedVersion}, which is published.`;
  return refuse("nothing_to_publish", message);
}

async function nextVersion(tx: ControlTransaction, chainId: number): Promise<number> {
  const { newest } = await tx
    .selectFrom("chain_versions")
    .select((row) => row.fn.max("version").as("newest"))
    .where("chain_id", "=", chainId)
    .executeTakeFirstOrThrow();
  return (newest ?? 0) + 1;
}
