import { type ChainDiff, describeDiff } from "@weir/rule-engine/diff-chains";
import type { PublishedVersion } from "../manage/chains/chain-publishing.ts";
import { print, printable, printJson } from "./output.ts";

/** How differences between two definitions of a chain are printed, and what publishing made of them. */
export function diffToJson(diff: ChainDiff) {
  return {
    nodes_added: diff.nodesAdded,
    nodes_removed: diff.nodesRemoved,
    nodes_changed: diff.nodesChanged.map(({ nodeId, changes }) => ({ node: nodeId, changes })),
    nodes_moved: diff.nodesMoved.map(({ nodeId, before, after }) => ({ node: nodeId, before, after })),
    wires_added: diff.wiresAdded,
    wires_removed: diff.wiresRemoved,
  };
}

export function diffToText(diff: ChainDiff): string {
  return describeDiff(diff).map(printable).join("\n");
}

export function publishedToJson({ chain, version, note, warnings, diff }: PublishedVersion) {
  return {
    chain_uuid: chain.uuid,
    name: chain.name,
    version,
    note,
    warnings: warnings.map(({ message }) => message),
    diff: diff === null ? null : diffToJson(diff),
  };
}

export function printPublished(published: PublishedVersion, asJson: boolean): void {
  if (asJson) {
    printJson(publishedToJson(published));
    return;
  }
  const { chain, version, note, warnings, diff } = published;
  const reason = note === "" ? "" : ` (${printable(note)})`;
  print(`Published version ${version} of chain ${printable(chain.name)}${reason}.`);
  if (diff !== null) print(diffToText(diff));
  for (const { message } of warnings) print(`warning: ${printable(message)}`);
}
