import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainDiff, diffChains, isEmptyDiff } from "@weir/rule-engine/diff-chains";
import { mailAddressesIn } from "../../control/chain-recipients.ts";
import { clearDraft } from "../../control/chains/chain-changes.ts";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { publishVersion } from "../../control/chains/chain-versions.ts";
import { storedChain } from "../../control/chains/stored-chain.ts";
import type { ControlTransaction } from "../../control/control.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseText } from "../core/validate-text.ts";
import { noteRecipients } from "../messages/recipients.ts";
import { actionOnChain } from "./action-on-chain.ts";
import { refuseStale } from "./chain-drafts.ts";
import {
  type ChainWarning,
  checkPublishable,
  type ExaminedDefinition,
  examine,
  refuseMissingDraft,
} from "./chain-validation.ts";
import { readDefinition } from "./chain-versions.ts";
import { learnPublishedChains } from "./published-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

export interface PublishedVersion {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly version: number;
  readonly note: string;
  /** Warnings, above all that nothing is saved. */
  readonly warnings: readonly ChainWarning[];
  /** Compared with the previously published version; null if there was none. */
  readonly diff: ChainDiff | null;
}

interface PublishOptions {
  readonly note?: string | undefined;
  /** The revision of the draft to publish. Without it, the current draft. */
  readonly expectedRevision?: number | undefined;
}

/** How many versions of a chain are kept. The oldest are deleted first. */
export const versionsKept = 100;
const noteMaxLength = 500;

/** Makes the draft a version. When this resolves, new readings go through it. */
export async function publishChain(
  control: ChainControl,
  selector: string,
  options: PublishOptions = {},
): Promise<Result<PublishedVersion>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const { uuid, accountId, draft, draftRevision } = found.value;
  const refused = refuseStale(found.value, options.expectedRevision);
  if (refused) return refused;
  if (draft === null) return refuseMissingDraft(found.value);
  const examined = await examine(control, accountId, storedChain(draft));
  if (!examined.ok) return examined;
  await learnPublishedChains(control);
  return commitChange(control, async (tx) => {
    const again = await findChain(control, tx, uuid);
    if (!again.ok) return again;
    // Publishes exactly what was checked.
    return (
      refuseStale(again.value, draftRevision) ??
      publishDraft(control, tx, { chain: again.value, draft: examined.value, note: options.note })
    );
  });
}

/** Publishes a copy of an earlier version. A draft is not changed. */
export async function rollBackChain(
  control: ChainControl,
  selector: string,
  version: number,
): Promise<Result<PublishedVersion>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  // A version never changes, so it may be checked before.
  const definition = await readDefinition(control.db, found.value, version);
  if (!definition.ok) return definition;
  const examined = await examine(control, found.value.accountId, definition.value);
  if (!examined.ok) return examined;
  await learnPublishedChains(control);
  return commitChange(control, async (tx) => {
    const again = await findChain(control, tx, found.value.uuid);
    if (!again.ok) return again;
    const note = `rolled back to version ${version}`;
    return insertVersion(control, tx, again.value, { action: "chain.rollback", ...examined.value, note });
  });
}

interface Publication extends Pick<PublishOptions, "note"> {
  readonly chain: FoundChain;
  readonly draft: ExaminedDefinition;
}

/** Runs within a transaction of control data. */
export async function publishDraft(
  control: ChainControl,
  tx: ControlTransaction,
  { chain, draft, note = "" }: Publication,
): Promise<Result<Changed<PublishedVersion>>> {
  const refused = refuseText("A note", note, noteMaxLength);
  if (refused) return refused;
  const published = await insertVersion(control, tx, chain, { action: "chain.publish", ...draft, note });
  if (published.ok) await clearDraft(tx, chain);
  return published;
}

interface NewVersion extends ExaminedDefinition {
  /** The name in the audit log. */
  readonly action: string;
  readonly note: string;
}

async function insertVersion(
  control: ChainControl,
  tx: ControlTransaction,
  chain: FoundChain,
  { action, definition, facts, note }: NewVersion,
): Promise<Result<Changed<PublishedVersion>>> {
  const warnings = await checkPublishable({ ...control, db: tx }, chain, { definition, facts });
  if (!warnings.ok) return warnings;
  const diff = await diffToPublished(tx, chain, definition);
  if (!diff.ok) return diff;
  const publishedAt = control.nowUs();
  const version = await publishVersion(tx, chain.id, { definition, note, publishedAt }, versionsKept);
  const { accountId, uuid, name } = chain;
  const emails = mailAddressesIn(definition);
  const noted = await noteRecipients(tx, { accountId, emails, nowUs: publishedAt });
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

async function diffToPublished(
  tx: ControlTransaction,
  chain: FoundChain,
  definition: ChainDefinition,
): Promise<Result<ChainDiff | null>> {
  if (chain.publishedVersion === null) return succeed(null);
  const published = await readDefinition(tx, chain, "live");
  if (!published.ok) return published;
  const diff = diffChains(published.value, definition);
  if (!isEmptyDiff(diff)) return succeed(diff);
  const message = `Nothing to publish: the draft of chain "${chain.name}" is the same as the published version ${chain.publishedVersion}.`;
  return refuse("nothing_to_publish", message);
}
