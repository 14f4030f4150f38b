import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainDiff, diffChains } from "@weir/rule-engine/diff-chains";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import { type KeptVersion, keptVersions, readVersion } from "../../control/chains/chain-versions.ts";
import { storedChain } from "../../control/chains/stored-chain.ts";
import type { ControlData, ControlReader } from "../../control/control.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseMissingDraft } from "./chain-validation.ts";

export interface ChainVersion extends KeptVersion {
  /** Whether it is the published one. */
  readonly isPublished: boolean;
}

/** A numbered version, the published one, or the draft. */
export type WhichVersion = number | "live" | "draft";

/** The newest first. */
export async function listVersions(
  control: ControlReader,
  selector: string,
): Promise<Result<ChainVersion[]>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const { id, publishedVersion } = found.value;
  const kept = await keptVersions(control.db, id, publishedVersion);
  return succeed(kept.map((version) => ({ ...version, isPublished: version.version === publishedVersion })));
}

export async function getDefinition(
  control: ControlReader,
  selector: string,
  which: WhichVersion,
): Promise<Result<ChainDefinition>> {
  const found = await findChain(control, control.db, selector);
  return found.ok ? readDefinition(control.db, found.value, which) : found;
}

export async function diffVersions(
  control: ControlReader,
  selector: string,
  { from, to }: { readonly from: WhichVersion; readonly to: WhichVersion },
): Promise<Result<ChainDiff>> {
  const before = await getDefinition(control, selector, from);
  if (!before.ok) return before;
  const after = await getDefinition(control, selector, to);
  return after.ok ? succeed(diffChains(before.value, after.value)) : after;
}

/** `db` may be a transaction. */
export async function readDefinition(
  db: ControlData,
  chain: FoundChain,
  which: WhichVersion,
): Promise<Result<ChainDefinition>> {
  if (which === "draft") {
    return chain.draft === null ? refuseMissingDraft(chain) : succeed(storedChain(chain.draft));
  }
  const version = which === "live" ? chain.publishedVersion : which;
  if (version === null) {
    return refuse("chain_unpublished", `The chain "${chain.name}" has a draft and was never published.`);
  }
  const definition = await readVersion(db, chain.id, version);
  if (definition !== null) return succeed(definition);
  return refuse("unknown_version", `The chain "${chain.name}" has no version ${version}.`);
}
