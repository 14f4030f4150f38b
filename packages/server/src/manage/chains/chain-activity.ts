import type { ChainNode } from "@weir/rule-engine/chain";
import { type NodeTraffic, nodeTraffic, type OutputCount } from "@weir/rule-engine/node-traffic";
import type { ControlReader } from "../../control/control.ts";
import { sensorUuids } from "../../control/sensors/sensor-ids.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { NodeLetters } from "../../store/dead-letters/queries.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { RecordReader } from "../core/records/record-access.ts";
import { readDefinition } from "./chain-versions.ts";

/** The readings of a chain since it was created, node by node, and why some were not saved. */
export interface ChainActivity {
  readonly uuid: string;
  readonly name: string;
  readonly version: number;
  /** Readings that entered it. A replayed one enters again. */
  readonly entered: number;
  /** Accepted readings that the chain did not save. */
  readonly unsaved: number;
  /** Why they were not saved, the most frequent reason first. Together they make up `unsaved`. */
  readonly reasons: readonly UnsavedReason[];
  /** The nodes of the published version, in its order. */
  readonly nodes: readonly NodeActivity[];
}

/** Includes nodes of earlier versions, because their readings are not saved either. */
type UnsavedReason =
  | { readonly kind: "ended"; readonly nodeId: string; readonly output: string; readonly readings: number }
  /** Kept as dead letters. Without a node if the chain itself could not run. */
  | { readonly kind: "dead"; readonly nodeId: string | null; readonly readings: number };

interface NodeActivity extends NodeTraffic {
  readonly type: string;
  readonly name: string;
  readonly lastError: LastError | null;
}

interface LastError {
  readonly happenedMs: number;
  readonly reason: string;
  /** The sensor of the reading; null if it was removed since. */
  readonly sensorUuid: string | null;
}

/** Counts may lag by about a second. */
export async function readChainActivity(
  { control, queries }: RecordReader,
  selector: string,
): Promise<Result<ChainActivity>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const chain = found.value;
  const definition = await readDefinition(control.db, chain, "live");
  if (!definition.ok) return definition;
  const counts = await queries.nodeCounts([chain.id]);
  const traffic = nodeTraffic(definition.value, counts);
  const errors = await lastErrors(control, queries, chain.id);
  const reasons = unsavedReasons(counts, await queries.deadLetterCounts(chain.id));
  return succeed({
    uuid: chain.uuid,
    name: chain.name,
    version: chain.publishedVersion!,
    entered: traffic[definition.value.nodes.findIndex(isInput)]?.in ?? 0,
    unsaved: reasons.reduce((total, { readings }) => total + readings, 0),
    reasons,
    nodes: definition.value.nodes.map(({ id, type, name }, place) => ({
      ...traffic[place]!,
      type,
      name,
      lastError: errors.get(id) ?? null,
    })),
  });
}

/** The totals of a chain, without its nodes. */
export interface ChainTotals {
  readonly entered: number;
  /** Ended unsaved. */
  readonly ended: number;
  /** Waiting as dead letters, without those that were replayed or discarded. */
  readonly dead: number;
}

/**
 * The activity of chains by id. The caller has found them in its account. `inputs` are the nodes where readings enter.
 */
export async function readChainTotals(
  queries: Pick<ChainQueries, "nodeCounts" | "deadLetterTotals">,
  chains: readonly { readonly id: number; readonly inputs: readonly string[] }[],
): Promise<Map<number, ChainTotals>> {
  const chainIds = chains.map(({ id }) => id);
  const countsOf = Map.groupBy(await queries.nodeCounts(chainIds), ({ chainId }) => chainId);
  const lettersOf = new Map(
    (await queries.deadLetterTotals(chainIds)).map(({ chainId, letters }) => [chainId, letters]),
  );
  return new Map(
    chains.map(({ id, inputs }) => {
      const counts = countsOf.get(id) ?? [];
      const entering = counts.filter(({ nodeId }) => inputs.includes(nodeId));
      return [
        id,
        {
          entered: entering.reduce((total, { readings }) => total + readings, 0),
          ended: counts.reduce((total, { ended }) => total + ended, 0),
          dead: lettersOf.get(id) ?? 0,
        },
      ];
    }),
  );
}

function isInput({ type }: ChainNode): boolean {
  return type === "input";
}

function unsavedReasons(counts: readonly OutputCount[], letters: readonly NodeLetters[]): UnsavedReason[] {
  const ended = counts
    .filter((count) => count.ended > 0)
    .map(({ nodeId, output, ended: readings }) => ({ kind: "ended" as const, nodeId, output, readings }));
  const dead = letters.map(({ nodeId, letters: readings }) => ({ kind: "dead" as const, nodeId, readings }));
  return [...ended, ...dead].sort((a, b) => b.readings - a.readings);
}

async function lastErrors(
  control: ControlReader,
  queries: ChainQueries,
  chainId: number,
): Promise<Map<string, LastError>> {
  const errors = await queries.nodeErrors(chainId);
  const uuids = await sensorUuids(
    control,
    errors.map(({ sensorId }) => sensorId),
  );
  return new Map(
    errors.map(({ nodeId, sensorId, happenedMs, reason }) => [
      nodeId,
      { happenedMs, reason, sensorUuid: uuids.get(sensorId) ?? null },
    ]),
  );
}
