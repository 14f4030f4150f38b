import deadband from "../../../../../../docs/guide/chains/deadband-and-hourly-heartbeat.json";
import everything from "../../../../../../docs/guide/chains/default.json";
import outliers from "../../../../../../docs/guide/chains/drop-outliers.json";
import fahrenheit from "../../../../../../docs/guide/chains/fahrenheit-to-celsius.json";
import freezer from "../../../../../../docs/guide/chains/freezer-alarm.json";
import sites from "../../../../../../docs/guide/chains/split-by-site.json";
import type { CallInput } from "../../../api/route-types.ts";

export type ExportedChain = CallInput<"importChain">["body"]["chain"];

const spacing = 1.25;

/** The examples of the guide, to begin with. */
export const chainTemplates: readonly {
  readonly name: string;
  readonly about: string;
  readonly chain: ExportedChain;
}[] = [
  [everything, "Saves every reading as it arrives."],
  [outliers, "Leaves out values that can’t be right."],
  [deadband, "Saves changes, and at least one reading an hour."],
  [fahrenheit, "Converts the unit before saving."],
  [freezer, "Raises an alarm when it stays too warm, and clears it again."],
  [sites, "Treats readings differently by a metadata key."],
].map(([chain, about]) => {
  const exported = spacedOut(chain as ExportedChain);
  return { name: exported.name, about: about as string, chain: exported };
});

/** The guide's are written close together; drawn, the names on the wires need room. */
function spacedOut(chain: ExportedChain): ExportedChain {
  const nodes = chain.definition.nodes.map((node) => {
    const { x, y } = node.position ?? { x: 0, y: 0 };
    return { ...node, position: { x: x * spacing, y } };
  });
  return { ...chain, definition: { ...chain.definition, nodes } };
}
