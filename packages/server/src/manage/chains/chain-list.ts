import { countAssignments } from "../../control/chains/chain-assignments.ts";
import { type ChainPage, chainsOnPage, type ListedChain } from "../../control/chains/chain-records.ts";
import { countVersions } from "../../control/chains/chain-versions.ts";
import { namedRows } from "../../control/named-rows.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { ChainUse } from "./chain-use.ts";
import {
  type ChainSurroundings,
  type ChainWarning,
  loadSurroundings,
  warningsOf,
} from "./chain-validation.ts";
import type { ChainControlReader } from "./work/chain-control.ts";

/** A chain as people see it: its published version, its draft, and where it applies. */
export interface Chain {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly account: { readonly uuid: string; readonly name: string };
  /** The version that readings go through; null if it was never published. */
  readonly published: { readonly version: number; readonly publishedAt: number } | null;
  readonly draft: { readonly updatedAt: number } | null;
  /** Counts the changes of the draft, including its creation and deletion. */
  readonly draftRevision: number;
  /** How many versions are kept. */
  readonly versionCount: number;
  readonly use: ChainUse;
  /** Ids of the nodes of the published version where readings enter. */
  readonly inputs: readonly string[];
  /** Warnings of the published version, among the current chains it leads to. */
  readonly warnings: readonly ChainWarning[];
  readonly createdAt: number;
}

/** A part of the chains of an account, by name or in the order of creation. */
export async function pageChains(store: ChainControlReader, page: ChainPage): Promise<Chain[]> {
  return describeChains(store, await chainsOnPage(store, page));
}

export async function getChain(store: ChainControlReader, selector: string): Promise<Result<Chain>> {
  const found = await findChain(store, store.db, selector);
  if (!found.ok) return found;
  const [chain] = await describeChains(store, [found.value]);
  return succeed(chain!);
}

/** Takes as many queries for many chains of an account as for one. */
async function describeChains(store: ChainControlReader, chains: readonly ListedChain[]): Promise<Chain[]> {
  const accounts = await describeAccounts(
    store,
    chains.map(({ accountId }) => accountId),
  );
  const chainIds = chains.map(({ id }) => id);
  const versionCounts = await countVersions(store, chainIds);
  const assigned = await countAssignments(store, chainIds);
  const described: Chain[] = [];
  for (const { id, uuid, name, accountId, draftRevision, draftUpdatedAt, createdAt } of chains) {
    const { account, surroundings } = accounts.get(accountId)!;
    const published = surroundings.published.get(uuid);
    described.push({
      id,
      uuid,
      name,
      account,
      draftRevision,
      createdAt,
      published:
        published === undefined ? null : { version: published.version, publishedAt: published.publishedAt },
      draft: draftUpdatedAt === null ? null : { updatedAt: draftUpdatedAt },
      versionCount: versionCounts.get(id) ?? 0,
      use: { ...assigned(id), chains: surroundings.network.leadingTo(uuid) },
      inputs: published?.inputs ?? [],
      warnings: await warningsOf(surroundings, uuid),
    });
  }
  return described;
}

interface DescribedAccount {
  readonly account: Chain["account"];
  readonly surroundings: ChainSurroundings;
}

async function describeAccounts(
  store: ChainControlReader,
  accountIds: readonly number[],
): Promise<Map<number, DescribedAccount>> {
  const described = new Map<number, DescribedAccount>();
  const ids = [...new Set(accountIds)];
  const accounts = await namedRows(store, "accounts", ids);
  for (const id of ids) {
    const surroundings = await loadSurroundings(store, id);
    described.set(id, { account: accounts.get(id)!, surroundings });
  }
  return described;
}
