import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Surroundings } from "@weir/rule-engine/rehearsal";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { listAccounts } from "../manage/accounts.ts";
import { chainOfSensor } from "../manage/chain-assignment.ts";
import { readExport } from "../manage/chain-exchange.ts";
import { readDefinition, type WhichVersion } from "../manage/chain-versions.ts";
import { type ControlReader, withinAccount } from "../manage/control-store.ts";
import { type FoundChain, findChain } from "../manage/find-chain.ts";
import { findDevice } from "../manage/find-device.ts";
import { loadChains } from "../manage/rule-chains.ts";
import { loadSensorSources } from "../manage/sensor-sources.ts";
import type { ChainTestOptions } from "./chain-test-options.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";

/** A chain that is to be tried, with all it has to know of the world. */
export interface TestSubject {
  readonly title: string;
  readonly definition: ChainDefinition;
  /** What its readings, or those of the sensor, go through now. */
  readonly live: { readonly title: string; readonly definition: ChainDefinition } | null;
  readonly source: SensorSource;
  readonly surroundings: Surroundings;
  /** Slugs of the device's sensors by their id. */
  readonly slugs: ReadonlyMap<number, string>;
}

export interface SubjectRequest {
  readonly selector: string | undefined;
  readonly options: ChainTestOptions;
  /** What was in the file, where one was named. */
  readonly file: unknown;
}

export async function loadSubject(control: ControlReader, request: SubjectRequest): Promise<TestSubject> {
  const { selector, options, file } = request;
  const chain = selector === undefined ? null : valueOrFail(await findChain(control, control.db, selector));
  const accountId = chain?.accountId ?? (await accountOf(control, options));
  const within = accountId === null ? control : withinAccount(control, accountId);
  const tested = await choose(within, chain, options, file);
  const sensors = await loadSensors(within, options);
  return {
    title: tested.title,
    definition: tested.definition,
    live: await findLive(within, chain, options),
    source: sensors.source,
    slugs: new Map(sensors.all.map(({ sensorId, sensor }) => [sensorId, sensor.slug])),
    surroundings: {
      sensorId: (slug) => sensors.all.find(({ sensor }) => sensor.slug === slug)?.sensorId,
      chain: publishedChains(within, accountId),
    },
  };
}

/** For a file that belongs to no chain yet: the device's account, else the one that was named, else the oldest. */
async function accountOf(control: ControlReader, { device }: ChainTestOptions): Promise<number | null> {
  if (device !== undefined) return valueOrFail(await findDevice(control, control.db, device)).accountId;
  return control.accountId ?? (await listAccounts(control))[0]?.id ?? null;
}

async function choose(
  control: ControlReader,
  chain: FoundChain | null,
  { version, draft, published, file: path }: ChainTestOptions,
  file: unknown,
): Promise<{ title: string; definition: ChainDefinition }> {
  if ([version, draft, published, path].filter((given) => given !== undefined).length > 1) {
    const message = "Only one of --draft, --published, --version and --file can be meant.";
    throw new CommandFailure("usage", message, usageExit);
  }
  if (path !== undefined) {
    const { name, definition } = valueOrFail(readExport(file));
    return { title: `Chain ${name} from ${path}`, definition };
  }
  if (chain === null) throw new CommandFailure("usage", "Name a chain, or a --file.", usageExit);
  const which = version ?? (published ? "live" : draft || chain.draft !== null ? "draft" : "live");
  return read(control, chain, which);
}

async function read(control: ControlReader, chain: FoundChain, which: WhichVersion) {
  const definition = valueOrFail(await readDefinition(control.db, chain, which));
  const version = which === "live" ? chain.publishedVersion : which;
  const title =
    version === "draft" ? `the draft of chain ${chain.name}` : `version ${version} of chain ${chain.name}`;
  return { title: title.charAt(0).toUpperCase() + title.slice(1), definition };
}

/** The chain's own live version; of one that was never published, what applies to the sensor today. */
async function findLive(
  control: ControlReader,
  chain: FoundChain | null,
  { device, sensor }: ChainTestOptions,
): Promise<TestSubject["live"]> {
  if (chain !== null && chain.publishedVersion !== null) return read(control, chain, "live");
  if (device === undefined || sensor === undefined) return null;
  const applies = valueOrFail(await chainOfSensor(control, device, sensor));
  return read(control, valueOrFail(await findChain(control, control.db, applies.uuid)), "live");
}

interface TestSensors {
  readonly source: SensorSource;
  /** All of the device. */
  readonly all: readonly SensorSource[];
}

async function loadSensors(
  control: ControlReader,
  { device, sensor }: ChainTestOptions,
): Promise<TestSensors> {
  if (device === undefined) return { source: madeUp, all: [madeUp] };
  const { id } = valueOrFail(await findDevice(control, control.db, device));
  const all = loadSensorSources(control, id).map(({ source }) => source);
  const source = all.find(({ sensor: { slug, uuid } }) => slug === sensor || uuid === sensor);
  if (source !== undefined) return { source, all };
  throw new CommandFailure("unknown_sensor", `The device has no sensor "${sensor}".`);
}

function publishedChains(control: ControlReader, accountId: number | null): Surroundings["chain"] {
  const own = loadChains(control).filter((chain) => chain.accountId === accountId);
  const definitions = new Map(own.map(({ uuid, definition }) => [uuid, definition]));
  return (uuid) => definitions.get(uuid);
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
