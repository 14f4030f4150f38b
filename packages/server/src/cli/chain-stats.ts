import type { Command } from "commander";
import {
  type ChainActivity,
  type NodeActivity,
  readChainActivity,
  type UnsavedReason,
} from "../manage/chains/chain-activity.ts";
import { takeAccountOfChain } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatMs } from "./record-output.ts";
import { type RecordOptions, readRecords } from "./record-scope.ts";
import { formatFields, formatTable } from "./table.ts";

export function defineChainStats(command: Command): void {
  command.description(
    "Show what went through a chain since it was made, node by node, and why readings are not saved. Counts may be " +
      "behind by about a second.",
  );
  command.argument("<chain>", "Name or UUID of the chain");
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, "weir chain stats Default", 'weir chain stats "Cold store" --json | jq .unsaved');
  command.action(async (selector: string, options: RecordOptions) => {
    const { config } = effectiveConfig(command);
    const activity = await readRecords(config, options, async (reader) =>
      valueOrFail(await readChainActivity(reader, selector)),
    );
    if (options.json) printJson(toJson(activity));
    else print(toText(activity));
  });
}

function toText({ uuid, name, version, entered, unsaved, reasons, nodes }: ChainActivity): string {
  const fields = formatFields([
    ["Chain", `${printable(name)} (${uuid}), version ${version}`],
    ["Entered", String(entered)],
    ["Unsaved", `${unsaved}${unsaved === 0 ? "" : "  (accepted, and not saved)"}`],
    ...reasons.map((reason) => [`  ${reason.readings}`, describeReason(reason)] as const),
  ]);
  return `${fields}\n\n${formatTable(["NODE", "TYPE", "IN", "OUT", "FAILED", "LAST ERROR"], nodes.map(toRow))}`;
}

function describeReason(reason: UnsavedReason): string {
  if (reason.kind === "ended") return printable(`ended at ${reason.nodeId}, output ${reason.output}`);
  const where = reason.nodeId === null ? "because the chain cannot run" : `at ${reason.nodeId}`;
  return printable(`dead ${where}  (weir dead-letter list)`);
}

function toRow({ nodeId, type, in: came, out, failed, lastError }: NodeActivity): string[] {
  return [
    printable(nodeId),
    type,
    String(came),
    printable(out.map(({ output, readings }) => `${output} ${readings}`).join(", ")) || "-",
    String(failed),
    lastError === null ? "-" : printable(`${formatMs(lastError.happenedMs)} ${lastError.reason}`),
  ];
}

function toJson({ uuid, name, version, entered, unsaved, reasons, nodes }: ChainActivity) {
  return {
    chain_uuid: uuid,
    name,
    version,
    entered,
    unsaved,
    reasons: reasons.map(({ nodeId, ...reason }) => ({ ...reason, node: nodeId })),
    nodes: nodes.map(({ nodeId, type, name: nodeName, in: came, out, failed, ended, lastError }) => ({
      node: nodeId,
      type,
      name: nodeName,
      in: came,
      out: Object.fromEntries(out.map(({ output, readings }) => [output, readings])),
      failed,
      ended,
      last_error:
        lastError === null
          ? null
          : {
              at: formatMs(lastError.happenedMs),
              reason: lastError.reason,
              sensor_uuid: lastError.sensorUuid,
            },
    })),
  };
}
