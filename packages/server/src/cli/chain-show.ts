import type { CallAnswer } from "@weir/protocol/manage/calls";
import { describeChainUse } from "@weir/protocol/manage/describe-chain-use";
import { type ChainOptions, takeAccountOfChain } from "./chain-command.ts";
import { type DraftProblem, problemToText } from "./chain-problem-output.ts";
import { parseSensor, type SensorPath } from "./chain-target.ts";
import { takeVersion, type VersionOptions } from "./chain-version-options.ts";
import type { AccountName, ApiClient } from "./client/api-client.ts";
import { apiCommand } from "./derived/api-command.ts";
import { exampleUuid } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";
import { formatFields, formatTable, shortTime } from "./table.ts";

interface ShowOptions extends ChainOptions, VersionOptions {
  readonly sensor?: SensorPath;
}

export const chainShow = apiCommand({
  take: (command) =>
    takeAccountOfChain(
      takeVersion(
        command
          .argument("[chain]", "Name or UUID of the chain")
          .option("--sensor <device/slug>", "The chain that applies to this sensor, and why", parseSensor),
      ),
    ),
  examples: [
    "weir chain show Default",
    'weir chain show "Cold store" --draft',
    `weir chain show --sensor ${exampleUuid}/temperature`,
  ],
  async call(api, [selector]: [string | undefined], options: ShowOptions) {
    if ((selector === undefined) === (options.sensor === undefined)) {
      throw new CommandFailure("usage", "Give either a chain, or a sensor with --sensor.", usageExit);
    }
    return lookUp(api, selector, options);
  },
  json: toJson,
  text: toText,
});

type Details = CallAnswer<"showChain">;
type Definition = NonNullable<Details["definition"]>;
type Applicable = CallAnswer<"showApplicableChain">;

interface ChainView {
  readonly account: AccountName;
  readonly chain: Details;
  readonly shown: number | "draft";
  readonly definition: Definition;
  readonly draftProblems: readonly DraftProblem[];
  readonly through: Applicable["through"] | null;
}

async function lookUp(
  api: ApiClient,
  selector: string | undefined,
  { sensor, account: named, version, draft: wantsDraft }: ShowOptions,
): Promise<ChainView> {
  const account = await api.accountOf(sensor ? { device: sensor.device } : { chain: selector! }, named);
  const within = { account: account.uuid };
  const applies = sensor
    ? await api.call("showApplicableChain", { params: within, query: { ...sensor } })
    : null;
  const params = { ...within, chain: applies?.uuid ?? selector! };
  const chain = await api.call("showChain", { params });
  // A chain that was never published is shown with its draft.
  const shown = version ?? (wantsDraft || chain.live === null ? "draft" : chain.live.version);
  const { definition } =
    shown === "draft"
      ? await api.call("showDraft", { params })
      : await api.call("showChainVersion", { params: { ...params, version: shown } });
  const { problems } =
    chain.draft === null ? { problems: [] } : await api.call("validateChain", { params, body: {} });
  return { account, chain, shown, definition, draftProblems: problems, through: applies?.through ?? null };
}

/** The chain as the API shows it, with the requested definition. */
function toJson({ account, chain, shown, definition, draftProblems, through }: ChainView) {
  return {
    ...chain,
    account: account.name,
    ...(through === null ? {} : { applies_through: through }),
    draft_problems: draftProblems,
    shown: { version: shown, definition },
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
  const { account, chain, draftProblems, through } = view;
  const { live, draft } = chain;
  const fields = formatFields([
    ["Chain", chain.uuid],
    ["Name", printable(chain.name)],
    ["Account", printable(account.name)],
    [
      "Published",
      live === null ? "never published" : `version ${live.version}, ${shortTime(live.published_at)}`,
    ],
    ["Draft", draft === null ? "none" : `changed ${shortTime(draft.updated_at)}`],
    ["Used by", printable(describeChainUse(chain.use)) || "nothing"],
    ...(through === null ? [] : [["Applies", reasons[through]] as const]),
  ]);
  const notes = [
    ...chain.warnings.map(({ message }) => printable(`warning: ${message}`)),
    ...draftProblems.map((problem) => `draft, ${problemToText(problem)}`),
  ];
  const versions = versionTable(chain.kept_versions);
  return [[fields, ...notes].join("\n"), ...versions, definitionText(view)].join("\n\n");
}

function versionTable(versions: Details["kept_versions"]): string[] {
  if (versions.length === 0) return [];
  const rows = versions
    .slice(0, versionsShown)
    .map(({ version, published_at, note, is_live }) => [
      `${version}${is_live ? " (published)" : ""}`,
      shortTime(published_at),
      printable(note),
    ]);
  const more = versions.length - rows.length;
  const table = formatTable(["VERSION", "PUBLISHED", "NOTE"], rows);
  return [more > 0 ? `${table}\nand ${more} earlier` : table];
}

function definitionText({ shown, definition }: ChainView): string {
  const heading = shown === "draft" ? "The draft:" : `Version ${shown}:`;
  const nodes = definition.nodes.map(({ id, type, name, config }) =>
    [id, type, name ?? "", JSON.stringify(config)].map(printable),
  );
  const wires = definition.wires.map(({ from, output, to }) => [from, output, to].map(printable));
  const tables = [formatTable(["NODE", "TYPE", "NAME", "CONFIG"], nodes)];
  if (wires.length > 0) tables.push(formatTable(["FROM", "OUTPUT", "TO"], wires));
  return `${heading}\n${tables.join("\n\n")}`;
}
