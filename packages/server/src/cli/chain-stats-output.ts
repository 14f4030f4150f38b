import type { CallAnswer } from "@weir/protocol/manage/calls";
import { printable } from "./output.ts";
import { formatFields, formatTable } from "./table.ts";

type Activity = CallAnswer<"showChainActivity">;

export function chainStatsToText({
  uuid,
  name,
  version,
  entered,
  unsaved,
  reasons,
  nodes,
}: Activity): string {
  const fields = formatFields([
    ["Chain", `${printable(name)} (${uuid}), version ${version}`],
    ["Entered", String(entered)],
    ["Unsaved", `${unsaved}${unsaved === 0 ? "" : "  (accepted but not saved)"}`],
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
