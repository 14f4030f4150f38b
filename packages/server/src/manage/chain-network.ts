import type { ChainDefinition } from "@weir/rule-engine/chain";
import { handoversMax } from "@weir/rule-engine/rehearsal";
import type { ChainProblem } from "@weir/rule-engine/validate-chain";
import type { Kysely } from "kysely";
import type { ControlSchema } from "./control-schema.ts";
import { knownChain } from "./known-chains.ts";

/** A chain as its neighbours see it. */
export interface NetworkChain {
  readonly uuid: string;
  readonly name: string;
  readonly links: readonly ChainLink[];
  readonly hasSaveStep: boolean;
}

/** A node that hands readings on to another chain. */
export interface ChainLink {
  readonly nodeId: string;
  readonly to: string;
}

const linkType = "chain";
const linkField = "chain";
const saveType = "save";

/** The published chains of one account, as their `chain` nodes connect them. */
export class ChainNetwork {
  readonly #chains: ReadonlyMap<string, NetworkChain>;

  constructor(chains: Iterable<NetworkChain>) {
    this.#chains = new Map(Array.from(chains, (chain) => [chain.uuid, chain]));
  }

  /** The same network after this chain was published. */
  with(chain: NetworkChain): ChainNetwork {
    return new ChainNetwork([...this.#chains.values(), chain]);
  }

  /** What is wrong with where a chain leads: to a chain that is not there, back to itself, or on and on. */
  problemsOf(chain: NetworkChain): ChainProblem[] {
    const problems = chain.links.flatMap((link) => this.#linkProblem(chain, link) ?? []);
    return problems.length > 0 ? problems : this.#depthProblems(chain);
  }

  /** Whether a reading that enters the chain may come to a save step, there or in a chain it is handed on to. */
  maySave(chain: NetworkChain): boolean {
    const reached = new Set([chain]);
    // A set grows while it is walked, so this ends when no new chain is found.
    for (const { links } of reached) for (const { to } of links) this.#addKnown(reached, to);
    return [...reached].some(({ hasSaveStep }) => hasSaveStep);
  }

  /** Names of the chains that hand readings on to this one. */
  leadingTo(uuid: string): string[] {
    return this.#predecessors(uuid).map(({ name }) => name);
  }

  #linkProblem(chain: NetworkChain, { nodeId, to }: ChainLink): ChainProblem | null {
    const problem = { severity: "error", code: "invalid", nodeId, field: linkField } as const;
    if (to !== chain.uuid && !this.#chains.has(to)) {
      return { ...problem, message: `there is no published chain ${to} in this account.` };
    }
    const path = this.#pathBack(chain.uuid, to);
    if (path === null) return null;
    return { ...problem, message: `the chains would loop: ${describePath([chain, ...path, chain])}.` };
  }

  /** The chains on the way from one to another, both left out; null where no way leads there. */
  #pathBack(target: string, start: string): NetworkChain[] | null {
    const seen = new Set<string>();
    const walk = (uuid: string): NetworkChain[] | null => {
      if (uuid === target) return [];
      const chain = this.#chains.get(uuid);
      if (chain === undefined || seen.has(uuid)) return null;
      seen.add(uuid);
      for (const { to } of chain.links) {
        const rest = walk(to);
        if (rest !== null) return [chain, ...rest];
      }
      return null;
    };
    return walk(start);
  }

  #depthProblems(chain: NetworkChain): ChainProblem[] {
    const before = this.#longest(chain, ({ uuid }) => this.#predecessors(uuid)).reverse();
    const after = this.#longest(chain, ({ links }) => this.#successors(links));
    const path = [...before, ...after.slice(1)];
    if (path.length - 1 <= handoversMax) return [];
    const message = `More than ${handoversMax} chains would follow one another: ${describePath(path)}.`;
    return [{ severity: "error", code: "invalid", nodeId: null, field: null, message }];
  }

  /** The longest way from a chain on, itself first. */
  #longest(start: NetworkChain, next: (chain: NetworkChain) => readonly NetworkChain[]): NetworkChain[] {
    const known = new Map<string, NetworkChain[]>();
    const walk = (chain: NetworkChain): NetworkChain[] => {
      const done = known.get(chain.uuid);
      if (done !== undefined) return done;
      known.set(chain.uuid, [chain]);
      const ways = next(chain).map(walk);
      const longest = ways.reduce((best, way) => (way.length > best.length ? way : best), []);
      known.set(chain.uuid, [chain, ...longest]);
      return [chain, ...longest];
    };
    return walk(start);
  }

  #successors(links: readonly ChainLink[]): NetworkChain[] {
    const reached = new Set<NetworkChain>();
    for (const { to } of links) this.#addKnown(reached, to);
    return [...reached];
  }

  #predecessors(uuid: string): NetworkChain[] {
    return [...this.#chains.values()].filter(({ links }) => links.some(({ to }) => to === uuid));
  }

  #addKnown(chains: Set<NetworkChain>, uuid: string): void {
    const chain = this.#chains.get(uuid);
    if (chain !== undefined) chains.add(chain);
  }
}

export function networkChain(
  { uuid, name }: { readonly uuid: string; readonly name: string },
  { nodes }: ChainDefinition,
): NetworkChain {
  const links = nodes.filter(({ type }) => type === linkType);
  return {
    uuid,
    name,
    links: links.map(({ id, config }) => ({ nodeId: id, to: String(config[linkField]).toLowerCase() })),
    hasSaveStep: nodes.some(({ type }) => type === saveType),
  };
}

export async function loadChainNetwork(db: Kysely<ControlSchema>, accountId: number): Promise<ChainNetwork> {
  const rows = await db
    .selectFrom("chains")
    .innerJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["uuid", "name", "definition"])
    .where("account_id", "=", accountId)
    .orderBy("chains.id")
    .execute();
  return new ChainNetwork(
    rows.map((row) => networkChain(row, knownChain(row.uuid, row.definition).definition)),
  );
}

function describePath(chains: readonly NetworkChain[]): string {
  return chains.map(({ name }) => `"${name}"`).join(" → ");
}
