import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { FoundChain } from "../../../control/chains/chain-records.ts";
import { definitionTexts } from "../../../control/chains/chain-versions.ts";
import { type ControlReader, withinAccount } from "../../../control/control.ts";
import { findOwnedSensor } from "../../../control/sensors/sensor-ids.ts";
import { loadSensorSources } from "../../../control/sensors/sensor-sources.ts";
import { findChain } from "../../core/find-chain.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { chainApplying } from "../chain-assignment.ts";
import { type ChainLink, linksOf } from "../chain-facts.ts";
import { readDefinition, type WhichVersion } from "../chain-versions.ts";
import { loadPublishedChains } from "../published-chains.ts";
import type { ChainControlReader } from "../work/chain-control.ts";
import type { TitledDefinition, Trial, TrialChain } from "./chain-trial.ts";

/** A chain to try, and how to describe the results of its readings. */
export interface TrialSubject extends Trial {
  readonly title: string;
  readonly source: SensorSource;
  /** Slugs of the device's sensors by their id. */
  readonly slugs: ReadonlyMap<number, string>;
}

export interface TrialRequest {
  /** UUID or name of the chain. */
  readonly chain: string;
  /** One of the chain's definitions, or one from anywhere. Without it: the draft, or else the published version. */
  readonly tested?: WhichVersion | TitledDefinition | undefined;
  /** The UUID of the sensor of the readings; left out for test readings. */
  readonly sensor?: string | undefined;
}

export async function loadTrialSubject(
  control: ChainControlReader,
  { chain: selector, tested, sensor }: TrialRequest,
): Promise<Result<TrialSubject>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const chain = found.value;
  const within = withinAccount(control, chain.accountId);
  const chosen = await choose(within, chain, tested);
  if (!chosen.ok) return chosen;
  const sensors = await loadSensors(within, sensor);
  if (!sensors.ok) return sensors;
  const published = await findPublished(within, chain, sensor);
  if (!published.ok) return published;
  const chains = await loadFollowing(within, chain.accountId, [chosen.value, published.value]);
  if (!chains.ok) return chains;
  const { source, all } = sensors.value;
  return succeed({
    ...chosen.value,
    published: published.value,
    source,
    chains: chains.value,
    slugs: new Map(all.map(({ sensorId, sensor: { slug } }) => [sensorId, slug])),
    sensorIds: new Map(all.map(({ sensorId, sensor: { slug } }) => [slug, sensorId])),
  });
}

async function choose(
  control: ControlReader,
  chain: FoundChain,
  tested: TrialRequest["tested"],
): Promise<Result<TitledDefinition>> {
  if (typeof tested === "object") return succeed(tested);
  return read(control, chain, tested ?? (chain.draft === null ? "live" : "draft"));
}

async function read(
  control: ControlReader,
  chain: FoundChain,
  which: WhichVersion,
): Promise<Result<TitledDefinition>> {
  const definition = await readDefinition(control.db, chain, which);
  if (!definition.ok) return definition;
  const version = which === "live" ? chain.publishedVersion : which;
  const title =
    version === "draft" ? `The draft of chain ${chain.name}` : `Version ${version} of chain ${chain.name}`;
  return succeed({ title, definition: definition.value });
}

/** The chain's own published version. If it was never published, the chain that the sensor uses now. */
async function findPublished(
  control: ControlReader,
  chain: FoundChain,
  sensor: string | undefined,
): Promise<Result<TitledDefinition | null>> {
  if (chain.publishedVersion !== null) return read(control, chain, "live");
  if (sensor === undefined) return succeed(null);
  const applies = await chainApplying(control, { kind: "sensor", sensor });
  if (!applies.ok) return applies;
  const applying = await findChain(control, control.db, applies.value.uuid);
  return applying.ok ? read(control, applying.value, "live") : applying;
}

interface TrialSensors {
  readonly source: SensorSource;
  /** All sensors of the device. */
  readonly all: readonly SensorSource[];
}

async function loadSensors(
  control: ControlReader,
  wanted: string | undefined,
): Promise<Result<TrialSensors>> {
  if (wanted === undefined) return succeed({ source: madeUp, all: [madeUp] });
  const found = await findOwnedSensor(control.db, control.accountId, wanted);
  const all = found ? (await loadSensorSources(control, [found.deviceId])).map(({ source }) => source) : [];
  const source = all.find(({ sensor: { uuid } }) => uuid === wanted);
  if (source === undefined) return refuse("unknown_sensor", `There is no sensor "${wanted}".`);
  return succeed({ source, all });
}

/** Definitions of chains that readings may be handed on to, as JSON. They stay in memory while a chain is tried. */
const followingCharactersMax = 8 * 1024 * 1024;

/** The published chains of the account that these lead to, directly or through others. */
async function loadFollowing(
  control: ChainControlReader,
  accountId: number,
  tried: readonly (TitledDefinition | null)[],
): Promise<Result<ReadonlyMap<string, TrialChain>>> {
  const links = tried.flatMap((chain) => (chain === null ? [] : linksOf(chain.definition)));
  if (links.length === 0) return succeed(new Map());
  const published = new Map(
    (await loadPublishedChains(control, accountId)).map((chain) => [chain.uuid, chain]),
  );
  const following = reachable(links, (uuid) => published.get(uuid)?.links ?? []);
  const chains = new Map<string, TrialChain>();
  let characters = 0;
  for (const uuid of following) {
    const chain = published.get(uuid);
    if (chain === undefined) continue;
    const text = (await definitionTexts(control.db, [chain])).get(chain.id);
    if (text === undefined) continue;
    characters += text.length;
    if (characters > followingCharactersMax) return refuseFollowing();
    chains.set(uuid, { name: chain.name, text });
  }
  return succeed(chains);
}

function reachable(
  links: readonly ChainLink[],
  linksFrom: (uuid: string) => readonly ChainLink[],
): ReadonlySet<string> {
  const found = new Set(links.map(({ to }) => to));
  // The set grows during the iteration.
  for (const uuid of found) for (const { to } of linksFrom(uuid)) found.add(to);
  return found;
}

function refuseFollowing(): Result<never> {
  const mebibytes = followingCharactersMax / 1024 ** 2;
  const message = `The chains that this one hands over to are larger than ${mebibytes} MiB together, which is too large to try.`;
  return refuse("trial_too_large", message);
}

/** The origin of test readings if no sensor is named. */
const madeUp: SensorSource = {
  sensorId: 0,
  deviceId: 0,
  accountId: 0,
  sensor: {
    uuid: "00000000-0000-0000-0000-000000000000",
    slug: "sample",
    name: "Sample",
    type: "",
    unit: "",
  },
  device: {
    uuid: "00000000-0000-0000-0000-000000000000",
    name: "Sample device",
    group: "",
    tags: [],
    attributes: {},
  },
  account: { uuid: "00000000-0000-0000-0000-000000000000", name: "Sample account" },
};
