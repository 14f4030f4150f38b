import type { CallInput } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { systemClock } from "../platform/clock.ts";
import { counted } from "../platform/counted.ts";
import { rawObject } from "../platform/raw-json.ts";
import { takeAccountOfChain } from "./chain-command.ts";
import { comparisonToText } from "./chain-replay-output.ts";
import { type ChainTestOptions, takeReadings, testModeOf } from "./chain-test-options.ts";
import { runToText } from "./chain-test-output.ts";
import { takeVersion } from "./chain-version-options.ts";
import { chosenSensor } from "./chosen-sensor.ts";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";
import { timeText } from "./readings.ts";

export function defineChainTest(command: Command): void {
  command.description(
    "Run readings through a chain without saving or sending anything, and print their way: through its draft, or where there is none " +
      "through the published version. With --hours, run stored readings through the draft and through the published version, and " +
      "print what differs; with --dead, use dead letters. Stored readings are used as they were saved; dry runs start without state.",
  );
  command.argument("[chain]", "Name or UUID of the chain; can be left out with --file");
  takeReadings(command);
  takeVersion(command)
    .option("--published", "The published version, also where there is a draft")
    .option("--file <file>", "An exported chain from a file");
  takeApiOptions(takeAccountOfChain(command));
  showExamples(
    command,
    'weir chain test "Cold store" --value 3.5 9 9 9',
    `weir chain test "Cold store" --device ${exampleUuid} --sensor temperature --last 5`,
    `weir chain test "Cold store" --device ${exampleUuid} --sensor temperature --hours 24`,
  );
  command.action(async (selector: string | undefined, options: ChainTestOptions) => {
    const run = testModeOf(options) === "replay" ? replay : dryRun;
    const tested = await readTested(selector, options);
    await withApi(command, async (api) =>
      run(api, { ...(await findPlace(api, selector, options)), ...tested }, options),
    );
  });
}

/** What is tried, in the form that the routes take. */
interface Tested {
  readonly tested: Pick<CallInput<"dryRunChain">["body"], "definition" | "version">;
  /** The title of a chain from a file; other chains use the API's title. */
  readonly title: string | null;
}

async function readTested(
  selector: string | undefined,
  { version, draft, published, file }: ChainTestOptions,
): Promise<Tested> {
  if ([version, draft, published, file].filter((given) => given !== undefined).length > 1) {
    const message = "Only one of --draft, --published, --version and --file can be meant.";
    throw new CommandFailure("usage", message, usageExit);
  }
  if (file !== undefined) {
    const chain = (await readJsonFile(file)) as Partial<ExportedChain> | null;
    if (chain?.format !== "weir-chain" || chain.definition === undefined) {
      throw new CommandFailure("bad_export", `${file} is not a chain that weir chain export wrote.`);
    }
    return { tested: { definition: chain.definition }, title: `Chain ${chain.name} from ${file}` };
  }
  if (selector === undefined) throw new CommandFailure("usage", "Name a chain, or a --file.", usageExit);
  return { tested: { version: version ?? (published ? "live" : draft ? "draft" : undefined) }, title: null };
}

type ExportedChain = CallInput<"importChain">["body"]["chain"];

/** The account, the chain, and the sensor of the readings. */
interface Place {
  readonly params: { readonly account: string; readonly chain: string };
  /** UUID. */
  readonly sensor: string | undefined;
}

/** A definition from a file that belongs to no chain is tried in place of the chain that applies to the readings. */
async function findPlace(
  api: ApiClient,
  selector: string | undefined,
  { account: named, device, sensor: wanted }: ChainTestOptions,
): Promise<Place> {
  const of = selector === undefined ? { device } : { chain: selector };
  const isNamed = selector !== undefined || device !== undefined;
  const { uuid: account } = isNamed ? await api.accountOf(of, named) : await api.accountFor(named);
  const sensor =
    device === undefined || wanted === undefined
      ? undefined
      : chosenSensor(await api.items("listSensors", { params: { account, device } }), wanted);
  const chain = selector ?? sensor?.applicable_chain?.uuid ?? (await defaultChain(api, account));
  return { params: { account, chain }, sensor: sensor?.uuid };
}

async function defaultChain(api: ApiClient, account: string): Promise<string> {
  const chains = await api.items("listChains", { params: { account } });
  return chains.find(({ use }) => use.is_default)!.uuid;
}

async function dryRun(api: ApiClient, trial: Place & Tested, options: ChainTestOptions): Promise<void> {
  const { params, sensor, tested } = trial;
  const which = options.last === undefined ? { samples: samplesOf(options) } : { last: options.last };
  const answer = await api.call("dryRunChain", { params, body: { ...tested, sensor, ...which } });
  if (answer.is_complete && answer.readings.length === 0)
    throw new CommandFailure("no_readings", "The sensor has no stored readings.");
  if (options.json) printJson(answer);
  else {
    print(`${trial.title ?? answer.title}:`);
    for (const reading of answer.readings) print(`\n${runToText(reading)}`);
  }
  if (!answer.is_complete)
    warn(`Only the first ${counted(answer.readings.length, "reading was", "readings were")} run`);
}

/** Test readings, one after another in time. */
function samplesOf({ value = [], at, received, every, metadata, battery }: ChainTestOptions) {
  const firstUs = at ?? systemClock.nowMs() * 1000;
  return value.map((each, index) => ({
    value: each,
    at: timeText(firstUs + Math.round(index * every * 1e6)),
    received_at: timeText(received),
    metadata: metadata === undefined ? undefined : rawObject(metadata),
    battery_voltage: battery,
  }));
}

async function replay(api: ApiClient, trial: Place & Tested, options: ChainTestOptions): Promise<void> {
  const { params, sensor, tested } = trial;
  const body = { ...tested, sensor: sensor!, hours: options.hours!, dead_letters: options.dead ?? false };
  const answer = await api.call("replayReadings", { params, body });
  if (options.json) printJson(answer);
  else print(comparisonToText(answer, trial.title ?? answer.tested.title));
  if (!answer.is_complete)
    warn(`Only ${counted(answer.readings, "reading")}, until ${answer.until}, could be compared`);
}

function warn(what: string): void {
  process.stderr.write(`warning: ${what}: the rest would take too long.\n`);
}
