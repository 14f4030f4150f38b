import { fail, type Result, succeed } from "@weir/protocol/result";
import deadband from "../../../../../../docs/guide/chains/deadband-and-hourly-heartbeat.json";
import everything from "../../../../../../docs/guide/chains/default.json";
import outliers from "../../../../../../docs/guide/chains/drop-outliers.json";
import fahrenheit from "../../../../../../docs/guide/chains/fahrenheit-to-celsius.json";
import freezer from "../../../../../../docs/guide/chains/freezer-alarm.json";
import sites from "../../../../../../docs/guide/chains/split-by-site.json";
import type { CallInput } from "../../../api/route-types.ts";

/** A chain as a file has it. */
export type ExportedChain = CallInput<"importChain">["body"]["chain"];

const spacing = 1.25;

const emptyChain: ExportedChain = {
  ...{ format: "weir-chain", version: 1, name: "Empty" },
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

/** Reads a file that should be an exported chain. The server checks its content. */
export function readChainFile(text: string): Result<ExportedChain, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("This file isn’t JSON. Choose a file that was exported from a chain.");
  }
  const { format } = (json ?? {}) as { format?: unknown };
  if (format === "weir-chain") return succeed(json as ExportedChain);
  return fail("This file isn’t an exported chain. Choose a file that was exported from a chain.");
}
