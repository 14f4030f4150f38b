import type { ChainDefinition } from "@weir/rule-engine/chain";

type Wires = ChainDefinition["wires"];

/**
 * The wires of a node after its outputs changed with its configuration. A renamed output keeps its wires, also while
 * its name is empty or taken for a moment, as happens when it is typed; those of a removed one go.
 */
export function renameOutputs(
  wires: Wires,
  nodeId: string,
  before: readonly string[],
  after: readonly string[],
): Wires {
  if (before.length !== after.length) {
    if (after.length > before.length) return wires;
    return wires.filter(({ from, output }) => from !== nodeId || after.includes(output));
  }
  const place = before.findIndex((output, index) => output !== after[index]);
  const was = before[place];
  const is = after[place];
  if (was === undefined || is === undefined || is === "" || before.includes(is)) return wires;
  const isOurs = was !== "" && before.filter((output) => output === was).length === 1;
  return wires.map((wire) => {
    if (wire.from !== nodeId) return wire;
    const isMeant = isOurs ? wire.output === was : !before.includes(wire.output);
    return isMeant ? { ...wire, output: is } : wire;
  });
}
