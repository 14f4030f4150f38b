import type { FoundChain } from "../../control/chains/chain-records.ts";
import { type Refusal, refuse } from "../core/manage-error.ts";

/** Identifies the state of a chain. It differs after every change of its name, its draft or its published version. */
export function chainTag({
  name,
  publishedVersion,
  draftRevision,
}: Pick<FoundChain, "name" | "publishedVersion" | "draftRevision">): string {
  const nameHash = Bun.hash(name).toString(36);
  return `${publishedVersion ?? 0}.${draftRevision}.${nameHash}`;
}

export function refuseChanged(chain: FoundChain, expectedTag: string | undefined): Refusal | null {
  if (expectedTag === undefined || expectedTag === chainTag(chain)) return null;
  return refuse("draft_changed", `The chain "${chain.name}" was changed in the meantime.`);
}
