import type { ChainDefinition } from "./chain.ts";
import type { ChainHost } from "./chain-host.ts";

/** Counts this many readings as saved, at the nodes that they pass. */
export type CountSaved = (readings: number) => void;

/**
 * Most chains only save every reading unchanged, under its own sensor. A caller with many readings for such a chain may save
 * them all at once and count them with this. Returns null if the chain does anything else.
 */
export function countSaved({ nodes, wires }: ChainDefinition, host: ChainHost): CountSaved | null {
  const input = nodes.find(({ type }) => type === "input");
  const save = nodes.find(({ type }) => type === "save");
  if (nodes.length !== 2 || wires.length !== 1 || input === undefined || save === undefined) return null;
  const [wire] = wires;
  if (wire?.from !== input.id || wire.output !== "out" || wire.to !== save.id) return null;
  if ((save.config.sensor ?? "") !== "") return null;
  const [entered, saved] = [host.counter(input.id, "out"), host.counter(save.id, "saved")];
  return (readings) => {
    entered.readings += readings;
    saved.readings += readings;
  };
}
