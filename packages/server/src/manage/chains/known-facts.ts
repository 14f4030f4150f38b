import type { ChainFacts } from "./chain-facts.ts";

const versionsMax = 20_000;
/** The length of the facts as JSON. A usual chain takes a few hundred characters. */
const charactersMax = 16 * 1024 * 1024;

/** A published version. It never changes, so facts about it stay true while this program runs. */
export interface VersionName {
  readonly uuid: string;
  readonly version: number;
  readonly publishedAt: number;
}

/**
 * Facts about published versions. Finding them means parsing and validating a chain, which a list of a thousand chains
 * must not do for each request. The least recently used are forgotten first.
 */
export class KnownFacts {
  readonly #known = new Map<string, { readonly facts: ChainFacts; readonly characters: number }>();
  readonly #limits: { readonly versionsMax: number; readonly charactersMax: number };
  #characters = 0;

  constructor(limits = { versionsMax, charactersMax }) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#known.size;
  }

  get characters(): number {
    return this.#characters;
  }

  get(name: VersionName): ChainFacts | undefined {
    const key = keyOf(name);
    const found = this.#known.get(key);
    if (found === undefined) return undefined;
    // Moved to the end of the map, where the newest are.
    this.#known.delete(key);
    this.#known.set(key, found);
    return found.facts;
  }

  set(name: VersionName, facts: ChainFacts): void {
    const key = keyOf(name);
    this.#forget(key);
    const characters = JSON.stringify(facts).length;
    this.#known.set(key, { facts, characters });
    this.#characters += characters;
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#limits.versionsMax && this.#characters <= this.#limits.charactersMax)
        break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#characters -= this.#known.get(key)?.characters ?? 0;
    this.#known.delete(key);
  }
}

function keyOf({ uuid, version, publishedAt }: VersionName): string {
  return `${uuid} ${version} ${publishedAt}`;
}
