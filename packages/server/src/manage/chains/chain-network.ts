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

/** How many chains may lead to one, whose names are then listed with it. */
export const leadingMax = 100;

/** A chain with its neighbours. What is found out about it on the way is kept here, since all others may ask for it again. */
interface Place {
  readonly chain: NetworkChain;
  /** Each once, without those that are not there. */
  readonly next: Place[];
  readonly leading: Place[];
  /** Whether it leads to a chain that is not there. */
  isTorn: boolean;
  maySave: boolean;
  /** The longest ways to it and from it on, itself first. */
  before: readonly Place[] | null;
  after: readonly Place[] | null;
}

/**
 * The published chains of one account, as their `chain` nodes connect them. What holds for all of them, such as where readings
 * can be saved, is found out once, when it is first asked for, so that a list of all chains takes time in proportion to the wires
 * between them.
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

  /** What is wrong with where a chain of the network leads: to one that is not there, back to itself, or on and on. */
  problemsOf(chain: NetworkChain): ChainProblem[] {
    const place = this.#placeOf(chain.uuid)!;
    this.#hasLoop ??= hasLoop([...this.#places!.values()]);
    const isOrdered =
      !this.#hasLoop && !place.isTorn && place.next.every(({ leading }) => leading.length <= leadingMax);
    // Ways that lead nowhere back are remembered from link to link, so that each chain is walked through once.
    const deadEnds = new Set<Place>();
    const problems = isOrdered
      ? []
      : chain.links.flatMap((link) => this.#linkProblem(place, link, deadEnds) ?? []);
    return problems.length > 0 ? problems : depthProblems(place);
  }

  /** Whether a reading that enters a chain of the network may come to a save step, there or in a chain it is handed on to. */
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
  // The list grows while it is walked: whatever leads to where readings are saved may save them.
  const saving = [...places.values()].filter(({ maySave }) => maySave);
  for (const { leading } of saving) {
    for (const place of leading) {
      if (!place.maySave) saving.push(place);
      place.maySave = true;
    }
  }
  return places;
}

/** Takes away, again and again, what nothing leads to any more; what is left goes round. */
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

/** The chains on the way from one to another, the latter left out; null where no way leads there. */
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
  // Where it is met again on the way, the chains go round, which is told elsewhere.
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
