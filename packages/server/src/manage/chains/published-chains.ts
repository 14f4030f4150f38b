import type { ChainDefinition } from "@weir/rule-engine/chain";
import {
  definitionTexts,
  type PublishedChain,
  publishedChains,
} from "../../control/chains/chain-versions.ts";
import { storedChain } from "../../control/chains/stored-chain.ts";
import type { ManageError } from "../core/manage-error.ts";
import { type ChainFacts, factsWith } from "./chain-facts.ts";
import { KnownFacts, type VersionName } from "./known-facts.ts";
import type { ChainControlReader } from "./work/chain-control.ts";
import { type ChainWork, publishedOwner, type WorkOwner } from "./work/chain-work.ts";

/** A published chain as the other chains and the lists of its account see it. */
export interface PublishedChainFacts extends ChainFacts, PublishedChain {}

/** Up to 256 KiB each, all in memory while they are checked. */
const loadedAtOnceMax = 16;

const known = new KnownFacts();

/** Where to look them up, and what checks their definitions. `db` may be a transaction. */
export type PublishedChainSource = Pick<ChainControlReader, "db" | "chainWork">;

/**
 * All published chains of an account, in the order of creation. Definitions that were not checked since this program
 * started are loaded a few at a time.
 */
export async function loadPublishedChains(
  { db, chainWork }: PublishedChainSource,
  accountId: number,
  facts = known,
): Promise<PublishedChainFacts[]> {
  const versions = await publishedChains(db, accountId);
  const learning = { facts, chainWork, owner: publishedOwner(accountId) };
  const found = new Map(versions.map((version) => [version.id, facts.get(version)]));
  const missing = versions.filter(({ id }) => found.get(id) === undefined);
  for (let start = 0; start < missing.length; start += loadedAtOnceMax) {
    const some = missing.slice(start, start + loadedAtOnceMax);
    const texts = await definitionTexts(db, some);
    for (const version of some) {
      const definition = storedChain(texts.get(version.id)!);
      found.set(version.id, await learnFacts(version, definition, learning));
    }
  }
  return versions.map((version) => ({ ...version, ...found.get(version.id)! }));
}

interface Learning {
  readonly facts: KnownFacts;
  readonly chainWork: ChainWork;
  readonly owner: WorkOwner;
}

/** A list never fails because of one chain. If it could not be checked, that is one of its problems. */
async function learnFacts(
  version: VersionName,
  definition: ChainDefinition,
  { facts, chainWork, owner }: Learning,
): Promise<ChainFacts> {
  const checked = await chainWork.facts(owner, definition);
  if (checked.ok) {
    facts.set(version, checked.value);
    return checked.value;
  }
  const unchecked = factsWith(definition, problemsOf(checked.error));
  // It would take as long the next time. A server that is too busy now may have time later.
  if (checked.error.code === "check_deadline") facts.set(version, unchecked);
  return unchecked;
}

function problemsOf({ code, problems = [] }: ManageError): ChainFacts["problems"] {
  return code === "check_deadline" ? problems : [];
}

/**
 * Checks the account's chains before a change that depends on them, so that nobody waits for the transaction meanwhile.
 * A caller that works on all accounts is a command and delays nobody.
 */
export async function learnPublishedChains(control: ChainControlReader): Promise<void> {
  if (control.accountId !== null) await loadPublishedChains(control, control.accountId);
}
