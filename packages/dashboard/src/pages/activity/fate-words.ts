import { type Chain, chainText, nodeText } from "./fate-path.tsx";
import type { Fate } from "./reading-rows.ts";

/** What became of accepted readings, in a sentence; null where the path says it all. */
export function fateText(
  { fate, chain, node, output, readings, errors }: Fate,
  chains: readonly Chain[],
): string | null {
  if (fate === "saved") return chain === null && chains.length > 1 ? severalChainsText(chains) : null;
  const they = readings === 1 ? "It" : "They";
  if (fate === "queued") return `${they} ${readings === 1 ? "waits" : "wait"} for the rule chain.`;
  if (fate === "already_stored")
    return readings === 1
      ? "The same time and value was stored before, so it was not stored again."
      : "The same times and values were stored before, so they were not stored again.";
  const where = placeIn(chain, node);
  if (fate === "dead") {
    const isOne = readings === 1;
    if (errors.length === 0)
      return `Failed ${where}. ${isOne ? "Its dead letter was" : "Their dead letters were"} replayed or discarded since.`;
    const kept = isOne ? "It is kept as a dead letter" : "They are kept as dead letters";
    return `Failed ${where}. ${kept} and can be replayed once the chain is mended.`;
  }
  if (node?.type === "stop") return `Ended on purpose ${where}.`;
  if (output === null) return `Ended ${where} without being saved.`;
  return `Ended ${where}: ${they.toLowerCase()} left by “${output}”, from where no wire leads to a save step.`;
}

function severalChainsText(chains: readonly Chain[]): string {
  return `The sensors of the device have different chains: ${chains.map(chainText).join(", ")}.`;
}

function placeIn(chain: Fate["chain"], node: Fate["node"]): string {
  const name = nodeText(node);
  const ofChain =
    chain === null ? "a chain that was removed since" : `“${chain.name}”, version ${chain.version}`;
  return name === null ? `in ${ofChain}` : `at “${name}” of ${ofChain}`;
}
