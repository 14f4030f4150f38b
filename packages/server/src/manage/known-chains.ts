import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainProblem, validateChain } from "@weir/rule-engine/validate-chain";

/** What lists of chains and devices need of a live version, and what takes time to find out. */
export interface KnownChain {
  readonly definition: ChainDefinition;
  /** Problems of its own, whatever surrounds it. */
  readonly problems: readonly ChainProblem[];
}

const knownChainsMax = 2000;
/** Of the texts; what is parsed of them takes a few times as much. */
const knownCharactersMax = 16 * 1024 * 1024;

/**
 * Live versions by the UUID of their chain. Validating compiles every expression and pattern of a chain, which a list of
 * a thousand chains must not do again for each request. A version never changes, so the same text has the same problems;
 * what is longest unused is forgotten first.
 */
const known = new Map<string, KnownChain & { readonly text: string }>();
let knownCharacters = 0;

export function knownChain(uuid: string, text: string): KnownChain {
  const found = known.get(uuid);
  if (found !== undefined) forget(uuid, found.text);
  const definition = found?.text === text ? found.definition : (JSON.parse(text) as ChainDefinition);
  const problems = found?.text === text ? found.problems : validateChain(definition);
  known.set(uuid, { text, definition, problems });
  knownCharacters += text.length;
  for (const [oldest, { text: oldText }] of known) {
    if (known.size <= knownChainsMax && knownCharacters <= knownCharactersMax) break;
    forget(oldest, oldText);
  }
  return { definition, problems };
}

function forget(uuid: string, text: string): void {
  known.delete(uuid);
  knownCharacters -= text.length;
}
