import type { Result } from "@weir/protocol/result";
import deadband from "../../../../../../docs/guide/chains/deadband-and-hourly-heartbeat.json";
import everything from "../../../../../../docs/guide/chains/default.json";
import outliers from "../../../../../../docs/guide/chains/drop-outliers.json";
import fahrenheit from "../../../../../../docs/guide/chains/fahrenheit-to-celsius.json";
import freezer from "../../../../../../docs/guide/chains/freezer-alarm.json";
import sites from "../../../../../../docs/guide/chains/split-by-site.json";
import type { CallInput } from "../../../api/route-types.ts";
import { readExportedFile } from "../../../ui/exported-file.ts";

/** A chain as a file has it. */
export type ExportedChain = CallInput<"importChain">["body"]["chain"];

const spacing = 1.25;

const emptyChain: ExportedChain = {
  format: "weir-chain",
  version: 1,
  name: "Empty",
  definition: {
    nodes: [
      { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    ],
    wires: [],
  },
};

/** What a new chain can start from: the examples of the guide, or nothing. */
export const chainTemplates: readonly {
  readonly name: string;
  readonly about: string;
  readonly chain: ExportedChain;
}[] = [
  example(everything, "Saves every reading as it arrives."),
  example(outliers, "Leaves out implausible values."),
  example(deadband, "Saves changes, and at least one reading an hour."),
  example(fahrenheit, "Converts the unit before saving."),
  example(freezer, "Raises an alarm when values stay too high, and clears it when they fall again."),
  example(sites, "Handles readings differently depending on a metadata key."),
  { name: "Blank chain", about: "Start with the input only.", chain: emptyChain },
];

function example(file: object, about: string) {
  const chain = spacedOut(file as ExportedChain);
  return { name: chain.name, about, chain };
}

/** The nodes of the guide's chains are close together. On the canvas, the labels of the wires need more room. */
function spacedOut(chain: ExportedChain): ExportedChain {
  const nodes = chain.definition.nodes.map((node) => {
    const { x, y } = node.position ?? { x: 0, y: 0 };
    return { ...node, position: { x: x * spacing, y } };
  });
  return { ...chain, definition: { ...chain.definition, nodes } };
}

export function readChainFile(text: string): Result<ExportedChain, string> {
  return readExportedFile(text, { format: "weir-chain", what: "chain" });
}
