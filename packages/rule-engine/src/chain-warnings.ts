import type { ChainDefinition, ChainNode } from "./chain.ts";
import type { ChainProblem } from "./chain-problem.ts";
import { readMailAddresses } from "./mail-addresses.ts";
import { noSaveWarning } from "./no-save-warning.ts";
import { nodeLabel } from "./node-label.ts";
import type { ReadNode } from "./read-nodes.ts";
import { findUnsavedEnds } from "./unsaved-ends.ts";

/** A setting with a host that only examples use, so nothing can receive the message. */
interface ExampleAddress {
  readonly field: string;
  readonly address: string;
}

/** Hosts that RFC 2606 reserves for documentation. `localhost` is not among them: a broker may run beside Weir. */
const exampleHost = /(^|\.)(example(\.(com|net|org))?|invalid)\.?$/i;

function exampleAddressesOf(read: ReadNode): ExampleAddress[] {
  if (!read.ok) return [];
  const { type, config } = read;
  if (type.type === "webhook" || type.type === "mqtt") {
    const host = URL.parse(String(config.url))?.hostname ?? "";
    return exampleHost.test(host) ? [{ field: "url", address: host }] : [];
  }
  if (type.type !== "email") return [];
  const recipients = readMailAddresses(String(config.to));
  if (!recipients.ok) return [];
  return recipients.value
    .filter((address) => exampleHost.test(address.slice(address.lastIndexOf("@") + 1)))
    .map((address) => ({ field: "to", address }));
}

/** How many warnings are reported. Lists show them with every chain, so they are few. */
export const warningsMax = 20;

/** Returns the warnings of a chain without errors, those about lost readings first. */
export function chainWarnings(chain: ChainDefinition, nodes: readonly ReadNode[]): readonly ChainProblem[] {
  const warnings = [
    ...(mayStore(chain) ? unsavedWarnings(chain, nodes) : [noSaveWarning]),
    ...alarmWarnings(chain),
    ...addressWarnings(chain, nodes),
  ];
  const more = warnings.length - warningsMax;
  if (more <= 0) return warnings;
  const { code } = warnings[warningsMax]!;
  const message = `There ${more === 1 ? "is 1 more warning" : `are ${more} more warnings`}.`;
  const rest = { severity: "warning", code, nodeId: null, field: null, message } as const;
  return [...warnings.slice(0, warningsMax), rest];
}

/** Returns whether a save step is reachable, or another chain, which may have one. */
function mayStore(chain: ChainDefinition): boolean {
  return chain.nodes.some(({ type }) => type === "save" || type === "chain");
}

function unsavedWarnings(chain: ChainDefinition, nodes: readonly ReadNode[]): ChainProblem[] {
  return findUnsavedEnds(chain, nodes).map(({ node, output }) => ({
    severity: "warning",
    code: "unsaved_readings",
    nodeId: node.id,
    field: null,
    message: `Readings that leave ${nodeLabel(node)} by ${output} are not saved.`,
  }));
}

/** One warning per alarm. If readings go on to another chain, that one may clear the alarm. */
function alarmWarnings({ nodes }: ChainDefinition): ChainProblem[] {
  if (nodes.some(({ type }) => type === "chain")) return [];
  const cleared = new Set(nodes.filter(({ type }) => type === "clear-alarm").map(alarmOf));
  const uncleared = new Map<unknown, ChainNode>();
  for (const node of nodes) {
    const name = alarmOf(node);
    if (node.type === "raise-alarm" && !cleared.has(name) && !uncleared.has(name)) uncleared.set(name, node);
  }
  return Array.from(uncleared, ([name, { id }]) => ({
    severity: "warning",
    code: "alarm_never_cleared",
    nodeId: id,
    field: null,
    message: `nothing in this chain clears the alarm "${name}", so it stays active until somebody clears it.`,
  }));
}

function addressWarnings({ nodes }: ChainDefinition, readings: readonly ReadNode[]): ChainProblem[] {
  return nodes.flatMap(({ id }, index) =>
    exampleAddressesOf(readings[index]!).map(({ field, address }) => ({
      severity: "warning",
      code: "example_address",
      nodeId: id,
      field,
      message: `${address} is an example address, so nothing can be delivered there.`,
    })),
  );
}

function alarmOf({ config }: ChainNode): unknown {
  return config.name;
}
