import { plural } from "../../format/number.ts";
import { type Chain, chainText } from "./fate-path.tsx";
import type { Fate } from "./reading-rows.ts";

/** The fate of accepted readings in a sentence; null if the path already shows it. */
export function fateText(fate: Fate, chains: readonly Chain[]): string | null {
  const { chain, node, output, readings, errors, on_purpose } = fate;
  const isOne = readings === 1;
  const where = placeIn(chain, node);
  switch (fate.fate) {
    case "saved":
      return chain === null && chains.length > 1 ? severalChainsText(chains) : null;
    case "queued":
      return "Waiting for the rule chain.";
    case "already_stored":
      return isOne
        ? "A reading with the same time and value was already stored, so this one was not stored again."
        : "Readings with the same times and values were already stored, so these were not stored again.";
    case "dead": {
      const letters = isOne ? "dead letter" : "dead letters";
      return errors.length === 0
        ? `Failed ${where}. The ${letters} ${isOne ? "has" : "have"} since been replayed or discarded.`
        : `Failed ${where}. Kept as ${isOne ? "a dead letter" : letters}: fix the chain, then replay ${isOne ? "it" : "them"}.`;
    }
    case "ended":
      if (on_purpose === true) return `Ended on purpose ${where}.`;
      if (output === null) return `Not saved: ended ${where}.`;
      return `Not saved: ${isOne ? "the reading" : plural(readings, "reading")} left by the output “${output}” ${where}, and no wire leads on from there.`;
  }
}

function severalChainsText(chains: readonly Chain[]): string {
  return `The sensors of this device use different chains: ${chains.map(chainText).join(", ")}.`;
}

function placeIn(chain: Fate["chain"], node: Fate["node"]): string {
  const ofChain =
    chain === null ? "a chain that has since been removed" : `“${chain.name}”, version ${chain.version}`;
  return node === null ? `in ${ofChain}` : `at “${node.title}” in ${ofChain}`;
}
