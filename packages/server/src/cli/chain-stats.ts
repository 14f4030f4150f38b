import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatFields, formatTable } from "./table.ts";

export function defineChainStats(command: Command): void {
  command.description(
    "Show what went through a chain since it was made, node by node, and why readings are not saved. Counts may be " +
      "behind by about a second.",
  );
  takeChain(command);
  showExamples(command, "weir chain stats Default", 'weir chain stats "Cold store" --json | jq .unsaved');
  command.action(async (selector: string, { json }: ChainOptions) => {
    const activity = await withChain(command, selector, async (api, params) => {
      await api.awaitAccepted();
      return api.call("showChainActivity", { params });
    });
    if (json) printJson(activity);
    else print(toText(activity));
  });
}

type Activity = CallAnswer<"showChainActivity">;

function toText({ uuid, name, version, entered, unsaved, reasons, nodes }: Activity): string {
  const fields = formatFields([
    ["Chain", `${printable(name)} (${uuid}), version ${version}`],
    ["Entered", String(entered)],
    ["Unsaved", `${unsaved}${unsaved === 0 ? "" : "  (accepted, and not saved)"}`],
    ...reasons.map((reason) => [`  ${reason.readings}`, describeReason(reason)] as const),
  ]);
  return `${fields}\n\n${formatTable(["NODE", "TYPE", "IN", "OUT", "FAILED", "LAST ERROR"], nodes.map(toRow))}`;
}

function describeReason({ kind, node, output }: Activity["reasons"][number]): string {
  if (kind === "ended") return printable(`ended at ${node}, output ${output}`);
  const where = node === null ? "because the chain cannot run" : `at ${node}`;
  return printable(`dead ${where}  (weir dead-letter list)`);
}

function toRow({ node, type, in: came, out, failed, last_error }: Activity["nodes"][number]): string[] {
  return [
    printable(node),
    type,
    String(came),
    printable(out.map(({ output, readings }) => `${output} ${readings}`).join(", ")) || "-",
    String(failed),
    last_error === null ? "-" : printable(`${last_error.at} ${last_error.reason}`),
  ];
}
