import { describeChainUse } from "@weir/protocol/manage/describe-chain-use";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { type ChainOptions, chainParams, takeChain } from "./chain-command.ts";
import { diffToText, publishedToText } from "./chain-diff-output.ts";
import { chainStatsToText } from "./chain-stats-output.ts";
import { describeTarget, type TargetOptions, takeTargets, targetOf } from "./chain-target.ts";
import { parseVersion } from "./chain-version-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";

const list = listCommand({
  route: "listChains",
  within: "all accounts",
  query: { sort: "created" },
  columns: {
    CHAIN: ({ uuid }) => uuid,
    NAME: ({ name }) => printable(name),
    ACCOUNT: ({ account }) => printable(account),
    PUBLISHED: ({ live }) => String(live?.version ?? "-"),
    DRAFT: ({ draft }) => (draft === null ? "-" : "yes"),
    "IN USE BY": ({ use }) => printable(describeChainUse(use)) || "-",
  },
  notes: ({ name, warnings }) => warnings.map(({ message }) => printable(`warning: ${name}: ${message}`)),
  none: "No chains yet. Creating an account or a device creates a default chain.",
  examples: ["weir chain list", "weir chain list --json | jq -r '.[].uuid'"],
});

const create = apiCommand({
  description:
    "Create a chain with a draft that saves every reading. Publish and assign it to send readings through it.",
  take: (command) => takeOneAccount(command.argument("<name>", "Name of the chain")),
  examples: ['weir chain create "Cold store"', 'weir chain export "Cold store" --draft > cold-store.json'],
  needs: { begins: true },
  async call(api, [name]: [string], options: AccountOptions) {
    const account = await api.accountFor(options.account);
    const params = { account: account.uuid };
    return { account, chain: await api.call("createChain", { params, body: { name } }) };
  },
  json: ({ chain }) => chain,
  text: ({ account, chain }) =>
    `Created chain ${printable(chain.name)} (${chain.uuid}) in account ${printable(account.name)}, with a draft.`,
});

const stats = apiCommand({
  description:
    "Show how many readings passed each node of a chain since it was created, and why readings are not " +
    "saved. Counts may lag by about a second.",
  take: takeChain,
  examples: ["weir chain stats Default", 'weir chain stats "Cold store" --json | jq .unsaved'],
  async call(api, [chain]: [string], options: ChainOptions) {
    const params = await chainParams(api, chain, options);
    await api.awaitAccepted();
    return api.call("showChainActivity", { params });
  },
  text: chainStatsToText,
});

interface DiffOptions extends ChainOptions {
  readonly from?: number;
  readonly to?: number | "draft";
}

const diff = apiCommand({
  take: (command) =>
    takeChain(command)
      .option("--from <number>", "From this version (default: the published one)", parseVersion)
      .option("--to <version>", "To this version, or to the draft (default: draft)", (text) =>
        text === "draft" ? text : parseVersion(text),
      ),
  examples: ['weir chain diff "Cold store"', 'weir chain diff "Cold store" --from 2 --to 5'],
  async call(api, [chain]: [string], options: DiffOptions) {
    const { from, to } = options;
    const params = await chainParams(api, chain, options);
    const { draft } = await api.call("showChain", { params });
    // Without a draft, an earlier version is compared with the published one.
    const usual = draft === null && from !== undefined ? "live" : "draft";
    return api.call("diffChain", { params, query: { from, to: to ?? usual } });
  },
  text: (found) => (found.is_empty ? "No differences." : diffToText(found)),
});

const publish = apiCommand({
  description:
    "Publish the draft of a chain. Once the command returns, new readings go through it; readings already " +
    "in the chain finish on the version they started with. The last 100 versions are kept.",
  take: (command) => takeChain(command).option("--note <text>", "A note for the list of versions"),
  examples: ['weir chain publish "Cold store" --note "alarm after three readings"'],
  async call(api, [chain]: [string], options: ChainOptions & { note?: string }) {
    const params = await chainParams(api, chain, options);
    return api.call("publishChain", { params, body: { note: options.note } });
  },
  text: publishedToText,
});

const rollback = apiCommand({
  description: "Publish a copy of an earlier version of a chain as its newest. The draft is not changed.",
  take: (command) =>
    takeChain(command).requiredOption("--to <number>", "The version to go back to", parseVersion),
  examples: ['weir chain rollback "Cold store" --to 3'],
  async call(api, [chain]: [string], options: ChainOptions & { to: number }) {
    const params = await chainParams(api, chain, options);
    return api.call("rollBackChain", { params, body: { version: options.to } });
  },
  text: publishedToText,
});

const discard = apiCommand({
  take: takeChain,
  examples: ['weir chain discard "Cold store"'],
  async call(api, [chain]: [string], options: ChainOptions) {
    const params = await chainParams(api, chain, options);
    await api.call("discardDraft", { params });
    return api.call("showChain", { params });
  },
  text: ({ name, live }) =>
    `Discarded the draft of chain ${printable(name)}. Version ${live?.version} stays published.`,
});

const assign = apiCommand({
  description:
    "Send readings through a chain. A sensor uses its own chain if it has one, otherwise the chain of its " +
    "device, its group or the account.",
  take: (command) =>
    takeTargets(takeChain(command)).option(
      "--default",
      "Everything in the account without a chain of its own",
    ),
  examples: [
    `weir chain assign "Cold store" --sensor ${exampleUuid}/temperature`,
    'weir chain assign "Cold store" --group Cellar',
    'weir chain assign "Cold store" --default',
  ],
  async call(api, [selector]: [string], options: ChainOptions & TargetOptions) {
    const target = targetOf(options);
    const { account, chain } = await chainParams(api, selector, options);
    return api.call("assignChain", { params: { account }, body: { chain, ...target } });
  },
  text: ({ name }, _, options) =>
    printable(`Assigned chain ${name} to ${describeTarget(targetOf(options))}.`),
});

const unassign = apiCommand({
  description:
    "Remove the chain assigned to a sensor, device or group. It then uses the chain of the next level up. " +
    "The account's default can only be replaced: weir chain assign CHAIN --default.",
  take: (command) => takeOneAccount(takeTargets(command)),
  examples: [`weir chain unassign --sensor ${exampleUuid}/temperature`, "weir chain unassign --group Cellar"],
  async call(api, _: [], options: ChainOptions & TargetOptions) {
    const target = targetOf(options);
    const { device } = target;
    const account =
      device === undefined
        ? await api.accountFor(options.account)
        : await api.accountOf({ device }, options.account);
    return api.call("unassignChain", { params: { account: account.uuid }, query: { ...target } });
  },
  text: ({ name }, _, options) =>
    printable(`Chain ${name} now applies to ${describeTarget(targetOf(options))}.`),
});

const rename = apiCommand({
  take: (command) => takeChain(command).argument("<name>", "New name"),
  examples: ['weir chain rename "Cold store" "Cold store, north"'],
  async call(api, [chain, name]: [string, string], options: ChainOptions) {
    const params = await chainParams(api, chain, options);
    return api.call("renameChain", { params, body: { name } });
  },
  text: ({ uuid, name }) => `Renamed chain ${uuid} to ${printable(name)}.`,
});

const remove = apiCommand({
  description: "Delete a chain with its draft and versions. A chain that is in use cannot be deleted.",
  take: (command) => takeYes(takeChain(command)),
  examples: ['weir chain delete "Cold store"'],
  async call(api, [chain]: [string], options: ChainOptions & ConfirmOptions) {
    const params = await chainParams(api, chain, options);
    const { uuid, name } = await api.call("showChain", { params });
    await askFirst(`Delete chain ${printable(name)} with its draft and all its versions?`, options);
    await api.call("deleteChain", { params });
    return { uuid, name, deleted: true };
  },
  text: ({ name }) => `Deleted chain ${printable(name)}.`,
});

export const chainCommands = {
  list,
  create,
  stats,
  diff,
  publish,
  rollback,
  discard,
  assign,
  unassign,
  rename,
  delete: remove,
};
