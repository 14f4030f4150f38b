import type { ChainProblem } from "@weir/rule-engine/chain-problem";
import { handoversMax } from "@weir/rule-engine/handovers";
import { type ChainLink, linkField } from "./chain-facts.ts";

/** A chain as its neighbours see it. */
export interface NetworkChain {
  readonly uuid: string;
  readonly name: string;
  readonly links: readonly ChainLink[];
  readonly hasSaveStep: boolean;
}

/** How many chains may lead to one. Their names are listed with it. */
export const leadingMax = 100;

/** A chain with its neighbours. Results are kept here, because all others may ask for them again. */
interface Place {
  readonly chain: NetworkChain;
  /** Each neighbour once, without missing ones. */
  readonly next: Place[];
  readonly leading: Place[];
  /** Whether it leads to a chain that does not exist. */
  isTorn: boolean;
  maySave: boolean;
  /** The longest paths to it and from it, including itself. */
  before: readonly Place[] | null;
  after: readonly Place[] | null;
}

/**
 * The published chains of one account, as their `chain` nodes connect them. Results for all of them, such as where
 * readings can be saved, are computed once, on first use, so that a list of all chains takes time in proportion to the
 * wires between them.
 */
export class ChainNetwork {
  readonly #chains: ReadonlyMap<string, NetworkChain>;
  #places: ReadonlyMap<string, Place> | null = null;
  #hasLoop: boolean | null = null;

  constructor(chains: Iterable<NetworkChain>) {
    this.#chains = new Map(Array.from(chains, (chain) => [chain.uuid, chain]));
  }

  /** The same network after this chain was published. */
  with(chain: NetworkChain): ChainNetwork {
    return new ChainNetwork([...this.#chains.values(), chain]);
  }

  /** The problems of where a chain leads: to a missing chain, back to itself, or through too many chains. */
  problemsOf(chain: NetworkChain): ChainProblem[] {
    const place = this.#placeOf(chain.uuid)!;
    this.#hasLoop ??= hasLoop([...this.#places!.values()]);
    const isOrdered =
      !this.#hasLoop && !place.isTorn && place.next.every(({ leading }) => leading.length <= leadingMax);
    // Paths that do not lead back are remembered from link to link, so that each chain is visited once.
    const deadEnds = new Set<Place>();
    const problems = isOrdered
      ? []
      : chain.links.flatMap((link) => this.#linkProblem(place, link, deadEnds) ?? []);
    return problems.length > 0 ? problems : depthProblems(place);
  }

  /** Whether a reading that enters a chain may reach a save node, there or in a chain it is handed on to. */
  maySave(chain: NetworkChain): boolean {
    return this.#placeOf(chain.uuid)!.maySave;
  }

  /** Names of the chains that hand readings on to this one. */
  leadingTo(uuid: string): string[] {
    return this.#placeOf(uuid)?.leading.map(({ chain }) => chain.name) ?? [];
  }

  #placeOf(uuid: string): Place | undefined {
    this.#places ??= connect(this.#chains);
    return this.#places.get(uuid);
  }

  #linkProblem(from: Place, { nodeId, to }: ChainLink, deadEnds: Set<Place>): ChainProblem | null {
    const problem = { severity: "error", code: "invalid", nodeId, field: linkField } as const;
    const target = this.#placeOf(to);
    if (target === undefined) {
      return { ...problem, message: `there is no published chain ${to} in this account.` };
    }
    const leading = target.leading.length;
    if (leading > leadingMax) {
      const message = `${leading} chains would hand over to "${target.chain.name}"; the limit is ${leadingMax}.`;
      return { ...problem, message };
    }
    const path = this.#hasLoop ? pathBack(from, target, deadEnds) : null;
    if (path === null) return null;
    return { ...problem, message: `the chains would loop: ${describePath([from, ...path, from])}.` };
  }
}

function connect(chains: ReadonlyMap<string, NetworkChain>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [uuid, chain] of chains) {
    const { hasSaveStep: maySave } = chain;
    places.set(uuid, { chain, next: [], leading: [], isTorn: false, maySave, before: null, after: null });
  }
  for (const place of places.values()) {
    for (const to of new Set(place.chain.links.map((link) => link.to))) {
      const target = places.get(to);
      if (target === undefined) place.isTorn = true;
      else {
        place.next.push(target);
        target.leading.push(place);
      }
    }
  }
  // The list grows during the iteration: every chain that leads to a saving one may save.
  const saving = [...places.values()].filter(({ maySave }) => maySave);
  for (const { leading } of saving) {
    for (const place of leading) {
      if (!place.maySave) saving.push(place);
      place.maySave = true;
    }
  }
  return places;
}

/** Repeatedly removes chains that nothing leads to. The rest form loops. */
function hasLoop(places: readonly Place[]): boolean {
  const counts = new Map(places.map((place) => [place, place.leading.length]));
  const free = places.filter(({ leading }) => leading.length === 0);
  for (const { next } of free) {
    for (const place of next) {
      const count = counts.get(place)! - 1;
      counts.set(place, count);
      if (count === 0) free.push(place);
    }
  }
  return free.length < places.length;
}

/** The chains on the path from one to another, without the latter; null if there is no path. */
function pathBack(target: Place, start: Place, deadEnds: Set<Place>): Place[] | null {
  if (start === target) return [];
  if (deadEnds.has(start)) return null;
  deadEnds.add(start);
  for (const next of start.next) {
    const rest = pathBack(target, next, deadEnds);
    if (rest !== null) return [start, ...rest];
  }
  return null;
}

function depthProblems(place: Place): ChainProblem[] {
  const way = [...longest(place, "before").toReversed(), ...longest(place, "after").slice(1)];
  if (way.length - 1 <= handoversMax) return [];
  const message = `More than ${handoversMax} chains would run one after another: ${describePath(way)}.`;
  return [{ severity: "error", code: "invalid", nodeId: null, field: null, message }];
}

function longest(place: Place, side: "before" | "after"): readonly Place[] {
  const known = place[side];
  if (known !== null) return known;
  // If it occurs again on the path, the chains form a loop, which is reported elsewhere.
  place[side] = [place];
  let best: readonly Place[] = [];
  for (const each of side === "before" ? place.leading : place.next) {
    const way = longest(each, side);
    if (way.length > best.length) best = way;
  }
  const whole = [place, ...best];
  place[side] = whole;
  return whole;
}

function describePath(places: readonly Place[]): string {
  return places.map(({ chain }) => `"${chain.name}"`).join(" → ");
}
