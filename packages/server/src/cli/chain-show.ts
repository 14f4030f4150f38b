import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainProblem, describeProblem } from "@weir/rule-engine/chain-problem";
import type { Command } from "commander";
import type { ApplicableChain } from "../control/chains/applicable-chain.ts";
import { chainOfSensor } from "../manage/chains/chain-assignment.ts";
import { type Chain, getChain } from "../manage/chains/chain-list.ts";
import { describeUse } from "../manage/chains/chain-use.ts";
import { validateDraft } from "../manage/chains/chain-validation.ts";
import {
  type ChainVersion,
  getDefinition,
  listVersions,
  type WhichVersion,
} from "../manage/chains/chain-versions.ts";
import type { ChainControlReader } from "../manage/chains/work/chain-control.ts";
import { formatMicros } from "../platform/instant.ts";
import { chainToJson } from "./chain-list.ts";
import { type AccountOption, readChains, takeAccountOfChain } from "./chain-scope.ts";
import { parseSensor, type SensorPath } from "./chain-target.ts";
import { chooseVersion, takeVersion, type VersionOptions } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatFields, formatTable, formatTime } from "./table.ts";

interface ShowOptions extends VersionOptions, AccountOption {
  readonly sensor?: SensorPath;
  readonly json?: true;
}

export function defineChainShow(command: Command): void {
  command
    .argument("[chain]", "Name or UUID of the chain")
    .option("--sensor <device/slug>", "The chain that applies to this sensor, and why", parseSensor);
  takeJson(takeDataFolder(takeAccountOfChain(takeVersion(command))));
  showExamples(
    command,
    "weir chain show Default",
    'weir chain show "Cold store" --draft',
    `weir chain show --sensor ${exampleUuid}/temperature`,
  );
  command.action(async (selector: string | undefined, options: ShowOptions) => {
    const { config } = effectiveConfig(command);
    const view = await readChains(config, options, (control) => lookUp(control, selector, options));
    if (options.json) printJson(toJson(view));
    else print(toText(view));
  });
}

interface ChainView {
  readonly chain: Chain;
  readonly versions: readonly ChainVersion[];
  readonly shown: WhichVersion;
  readonly definition: ChainDefinition;
  readonly draftProblems: readonly ChainProblem[];
  readonly applies: ApplicableChain | null;
}

async function lookUp(
  control: ChainControlReader,
  selector: string | undefined,
  options: ShowOptions,
): Promise<ChainView> {
  const { sensor } = options;
  if ((selector === undefined) === (sensor === undefined)) {
    throw new CommandFailure("usage", "Name either a chain or a sensor with --sensor.", usageExit);
  }
  const applies = sensor ? valueOrFail(await chainOfSensor(control, sensor.device, sensor.sensor)) : null;
  const wanted = applies?.uuid ?? selector!;
  const chain = valueOrFail(await getChain(control, wanted));
  const shown = await chooseVersion(control, chain.uuid, options);
  return {
    chain,
    versions: valueOrFail(await listVersions(control, chain.uuid)),
    shown,
    definition: valueOrFail(await getDefinition(control, chain.uuid, shown)),
    draftProblems: chain.draft === null ? [] : valueOrFail(await validateDraft(control, chain.uuid)),
    applies,
  };
}

function toJson({ chain, versions, shown, definition, draftProblems, applies }: ChainView) {
  return {
    ...chainToJson(chain),
    ...(applies === null ? {} : { applies_through: applies.through }),
    draft_problems: draftProblems.map(({ severity, nodeId, field, message }) => ({
      severity,
      node: nodeId,
      field,
      message,
    })),
    versions: versions.map(({ version, publishedAt, note, isLive }) => ({
      version,
      published_at: formatMicros(publishedAt),
      note,
      is_live: isLive,
    })),
    shown: shown === "live" ? chain.live!.version : shown,
    definition,
  };
}

const versionsShown = 10;

const reasons = {
  sensor: "it is assigned to the sensor",
  device: "it is assigned to the sensor's device",
  group: "it is assigned to the device's group",
  default: "it is the account's default",
} as const;

function toText(view: ChainView): string {
  const { chain, versions, draftProblems, applies } = view;
  const { live, draft } = chain;
  const fields = formatFields([
    ["Chain", chain.uuid],
    ["Name", printable(chain.name)],
    ["Account", printable(chain.account.name)],
    [
      "Published",
      live === null ? "never published" : `version ${live.version}, ${formatTime(live.publishedAt / 1000)}`,
    ],
    ["Draft", draft === null ? "none" : `changed ${formatTime(draft.updatedAt / 1000)}`],
    ["Used by", printable(describeUse(chain.use)) || "nothing"],
    ...(applies === null ? [] : [["Applies", reasons[applies.through]] as const]),
  ]);
  const notes = [
    ...chain.warnings.map(({ message }) => `warning: ${message}`),
    ...draftProblems.map((problem) => `draft, ${problem.severity}: ${describeProblem(problem)}`),
  ].map(printable);
  return [[fields, ...notes].join("\n"), ...versionTable(versions), definitionText(view)].join("\n\n");
}

function versionTable(versions: readonly ChainVersion[]): string[] {
  if (versions.length === 0) return [];
  const rows = versions
    .slice(0, versionsShown)
    .map(({ version, publishedAt, note, isLive }) => [
      `${version}${isLive ? " (published)" : ""}`,
      formatTime(publishedAt / 1000),
      printable(note),
    ]);
  const more = versions.length - rows.length;
  const table = formatTable(["VERSION", "PUBLISHED", "NOTE"], rows);
  return [more > 0 ? `${table}\nand ${more} earlier` : table];
}

function definitionText({ chain, shown, definition }: ChainView): string {
  const heading =
    shown === "draft" ? "The draft:" : `Version ${shown === "live" ? chain.live!.version : shown}:`;
  const nodes = definition.nodes.map(({ id, type, name, config }) =>
    [id, type, name, JSON.stringify(config)].map(printable),
  );
  const wires = definition.wires.map(({ from, output, to }) => [from, output, to].map(printable));
  const tables = [formatTable(["NODE", "TYPE", "NAME", "CONFIG"], nodes)];
  if (wires.length > 0) tables.push(formatTable(["FROM", "OUTPUT", "TO"], wires));
  return `${heading}\n${tables.join("\n\n")}`;
}
