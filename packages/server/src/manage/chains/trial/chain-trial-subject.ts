import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { listAccounts } from "../../../control/accounts/accounts.ts";
import type { FoundChain } from "../../../control/chains/chain-records.ts";
import { definitionTexts } from "../../../control/chains/chain-versions.ts";
import { type ControlReader, withinAccount } from "../../../control/control.ts";
import { findOwnedSensor } from "../../../control/sensors/sensor-ids.ts";
import { loadSensorSources } from "../../../control/sensors/sensor-sources.ts";
import { findDevice } from "../../devices/find-device.ts";
import { type Result, refuse, succeed } from "../../manage-error.ts";
import { chainApplying } from "../chain-assignment.ts";
import { type ChainLink, linksOf } from "../chain-facts.ts";
import { readDefinition, type WhichVersion } from "../chain-versions.ts";
import { findChain } from "../find-chain.ts";
import { loadPublishedChains } from "../published-chains.ts";
import type { ChainControlReader } from "../work/chain-control.ts";
import type { TitledDefinition, Trial, TrialChain } from "./chain-trial.ts";

/** A chain that is to be tried, and how what becomes of its readings is told. */
export interface TrialSubject extends Trial {
  readonly title: string;
  /** On whose behalf it is tried; null where there is no account yet. */
  readonly accountId: number | null;
  readonly source: SensorSource;
  /** Slugs of the device's sensors by their id. */
  readonly slugs: ReadonlyMap<number, string>;
}

export interface TrialRequest {
  /** UUID or name of the chain; it can be left out where a definition is given that belongs to none yet. */
  readonly chain?: string | undefined;
  /** One of the chain's definitions, or one from anywhere. Left out: the chain's draft, else what is published of it. */
  readonly tested?: WhichVersion | TitledDefinition | undefined;
  /** Whose readings they are; left out for readings that are made up. */
  readonly sensor?: TrialSensor | undefined;
}

/** By UUID or, beside its device, by slug. */
interface TrialSensor {
  readonly device?: string;
  readonly sensor: string;
}

export async function loadTrialSubject(
  control: ChainControlReader,
  { chain: selector, tested, sensor }: TrialRequest,
): Promise<Result<TrialSubject>> {
  const chain = selector === undefined ? succeed(null) : await findChain(control, control.db, selector);
  if (!chain.ok) return chain;
  const device = await findDeviceOf(control, sensor);
  if (!device.ok) return device;
  const accountId = chain.value?.accountId ?? device.value?.accountId ?? (await usualAccount(control));
  const within = accountId === null ? control : withinAccount(control, accountId);
  if (device.value !== null && device.value.accountId !== accountId) return refuseSensor(sensor!);
  const chosen = await choose(within, chain.value, tested);
  if (!chosen.ok) return chosen;
  const sensors = await loadSensors(within, device.value?.deviceId ?? null, sensor);
  if (!sensors.ok) return sensors;
  const published = await findPublished(within, chain.value, sensor);
  if (!published.ok) return published;
  const chains = await loadFollowing(within, accountId, [chosen.value, published.value]);
  if (!chains.ok) return chains;
  const { source, all } = sensors.value;
  return succeed({
    ...chosen.value,
    ...{ published: published.value, accountId, source, chains: chains.value },
    slugs: new Map(all.map(({ sensorId, sensor: { slug } }) => [sensorId, slug])),
    sensorIds: new Map(all.map(({ sensorId, sensor: { slug } }) => [slug, sensorId])),
  });
}

/** For a definition that belongs to no chain yet and readings that are made up: the oldest account. */
async function usualAccount(control: ControlReader): Promise<number | null> {
  return control.accountId ?? (await listAccounts(control))[0]?.id ?? null;
}

interface OwningDevice {
  readonly deviceId: number;
  readonly accountId: number;
}

async function findDeviceOf(
  control: ControlReader,
  sensor: TrialSensor | undefined,
): Promise<Result<OwningDevice | null>> {
  if (sensor === undefined) return succeed(null);
  if (sensor.device !== undefined) {
    const device = await findDevice(control, control.db, sensor.device);
    return device.ok ? succeed({ deviceId: device.value.id, accountId: device.value.accountId }) : device;
  }
  const found = await findOwnedSensor(control.db, control.accountId, sensor.sensor);
  return found ? succeed(found) : refuseSensor(sensor);
}

function refuseSensor({ device, sensor }: TrialSensor): Result<never> {
  const where = device === undefined ? "There is no" : "The device has no";
  return refuse("unknown_sensor", `${where} sensor "${sensor}".`);
}

async function choose(
  control: ControlReader,
  chain: FoundChain | null,
  tested: TrialRequest["tested"],
): Promise<Result<TitledDefinition>> {
  if (typeof tested === "object") return succeed(tested);
  if (chain === null) throw new Error("Neither a chain nor a definition was given to be tried.");
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

/** The chain's own published version; of one that was never published, what applies to the sensor today. */
async function findPublished(
  control: ControlReader,
  chain: FoundChain | null,
  sensor: TrialSensor | undefined,
): Promise<Result<TitledDefinition | null>> {
  if (chain !== null && chain.publishedVersion !== null) return read(control, chain, "live");
  if (sensor === undefined) return succeed(null);
  const applies = await chainApplying(control, { kind: "sensor", ...sensor });
  if (!applies.ok) return applies;
  const applying = await findChain(control, control.db, applies.value.uuid);
  return applying.ok ? read(control, applying.value, "live") : applying;
}

interface TrialSensors {
  readonly source: SensorSource;
  /** All of the device. */
  readonly all: readonly SensorSource[];
}

async function loadSensors(
  control: ControlReader,
  deviceId: number | null,
  wanted: TrialSensor | undefined,
): Promise<Result<TrialSensors>> {
  if (deviceId === null || wanted === undefined) return succeed({ source: madeUp, all: [madeUp] });
  const all = (await loadSensorSources(control, deviceId)).map(({ source }) => source);
  const source = all.find(({ sensor: { slug, uuid } }) => slug === wanted.sensor || uuid === wanted.sensor);
  return source === undefined ? refuseSensor(wanted) : succeed({ source, all });
}

/** Definitions of chains that readings may be handed on to, as JSON. They are kept in memory while a chain is tried. */
const followingCharactersMax = 8 * 1024 * 1024;

/** The published chains of the account that these lead to, also by way of others. */
async function loadFollowing(
  control: ChainControlReader,
  accountId: number | null,
  tried: readonly (TitledDefinition | null)[],
): Promise<Result<ReadonlyMap<string, TrialChain>>> {
  const links = tried.flatMap((chain) => (chain === null ? [] : linksOf(chain.definition)));
  if (links.length === 0 || accountId === null) return succeed(new Map());
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
  // The set grows while it is walked through.
  for (const uuid of found) for (const { to } of linksFrom(uuid)) found.add(to);
  return found;
}

function refuseFollowing(): Result<never> {
  const mebibytes = followingCharactersMax / 1024 ** 2;
  const message = `The chains that this one leads to have more than ${mebibytes} MiB together, which is too much to try.`;
  return refuse("trial_too_large", message);
}

/** Where made-up readings come from when no sensor is named. */
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
  device: { uuid: "00000000-0000-0000-0000-000000000000", name: "Sample device", group: "" },
  account: { uuid: "00000000-0000-0000-0000-000000000000", name: "Sample account" },
};
