import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import { type Account, listAccounts } from "../control/accounts/accounts.ts";
import type { ControlReader } from "../control/control-store.ts";
import { serverLimitsOf } from "../installation/embedded/control-socket.ts";
import { openActivityQueries, openOutboxQueries } from "../installation/open-installation.ts";
import { findAccount } from "../manage/accounts/accounts.ts";
import { readKeptUsage } from "../manage/accounts/kept-usage.ts";
import { isNear } from "../manage/accounts/list-limits.ts";
import { type LimitsReport, reportLimits } from "../manage/accounts/report-limits.ts";
import { accountLimits, serverLimits } from "../roles/manage/account-limits.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatBytes, formatTable } from "./table.ts";

/** Accounts that the server is asked about at a time, so that it answers soon. */
const askedAtOnce = 100;

interface FoundLimits {
  readonly isRunning: boolean;
  readonly accounts: readonly { readonly account: Account; readonly limits: readonly LimitJson[] }[];
  readonly shared: readonly LimitJson[];
}

export function defineAccountLimits(command: Command): void {
  command.description(
    "Show the limits of accounts, the settings they come from and how much of each is used. Without a running server only " +
      "what is in the data folder is known.",
  );
  command
    .argument("[account]", "Name or UUID of the account (default: all)")
    .option(
      "--near",
      "Only limits of which 80 % or more is used, and at which something is refused or waits",
    );
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir account limits",
    'weir account limits "North plant"',
    "weir account limits --near --json",
  );
  command.action(async (selector: string | undefined, options: { near?: true; json?: true }) => {
    const { config } = effectiveConfig(command);
    const found = await readControl(config, (control) => readLimits(control, config, selector));
    const shown = options.near ? onlyNear(found) : found;
    if (options.json) return printJson(toJson(shown));
    print(toText(shown));
  });
}

async function readLimits(
  control: ControlReader,
  config: Config,
  selector: string | undefined,
): Promise<FoundLimits> {
  const accounts =
    selector === undefined
      ? await listAccounts(control)
      : [valueOrFail(await findAccount(control, selector))];
  const ids = accounts.map(({ id }) => id);
  const fromServer = await askInParts(config.data, ids);
  const { accounts: limits, shared } = fromServer ?? (await limitsFromFiles(control, config, ids));
  return {
    isRunning: fromServer !== null,
    accounts: accounts.map((account, place) => ({ account, limits: limits[place]! })),
    shared,
  };
}

/** Null when no server is running. */
async function askInParts(dataDir: string, accountIds: readonly number[]): Promise<LimitsReport | null> {
  let report = await serverLimitsOf(dataDir, accountIds.slice(0, askedAtOnce));
  for (let asked = askedAtOnce; report !== null && asked < accountIds.length; asked += askedAtOnce) {
    const next = await serverLimitsOf(dataDir, accountIds.slice(asked, asked + askedAtOnce));
    report = next === null ? null : { accounts: [...report.accounts, ...next.accounts], shared: next.shared };
  }
  return report;
}

/** By the settings that this command has, since there is no server that could have others. */
async function limitsFromFiles(
  control: ControlReader,
  config: Config,
  accountIds: readonly number[],
): Promise<LimitsReport> {
  const activity = await openActivityQueries(config.data);
  const outbox = await openOutboxQueries(config.data);
  const usage = {
    of: async (accountId: number) => ({
      ...(await readKeptUsage({ control, activity, outbox }, accountId, Date.now())),
      ...{ queueBytes: null, identities: null, traces: null, storedReadings: null, processedPercent: null },
      ...{ streams: null, chainChecks: null, chainCheckS: null },
    }),
    shared: { queueBytes: null, parkedBytes: null, identities: null },
  };
  try {
    const limits = { account: accountLimits(config), server: serverLimits(config) };
    return await reportLimits(limits, usage, accountIds);
  } finally {
    await activity.close();
    await outbox.close();
  }
}

function onlyNear({ isRunning, accounts, shared }: FoundLimits): FoundLimits {
  return {
    isRunning,
    accounts: accounts
      .map(({ account, limits }) => ({ account, limits: limits.filter(isNear) }))
      .filter(({ limits }) => limits.length > 0),
    shared: shared.filter(isNear),
  };
}

function toJson({ isRunning, accounts, shared }: FoundLimits) {
  return {
    running: isRunning,
    accounts: accounts.map(({ account: { uuid, name }, limits }) => ({ account_uuid: uuid, name, limits })),
    server: shared,
  };
}

function toText(found: FoundLimits): string {
  const rows = rowsOf(found);
  const header = ["ACCOUNT", "LIMIT", "USED", "MAX", "SETTING"];
  const text = rows.length === 0 ? "No account is near a limit." : formatTable(header, rows);
  return found.isRunning ? text : `${text}\n\nNo server is running. Start it to see what is unknown here.`;
}

function rowsOf({ accounts, shared }: FoundLimits): string[][] {
  return [
    ...accounts.flatMap(({ account, limits }) =>
      limits.map((limit) => rowOf(printable(account.name), limit)),
    ),
    ...shared.map((limit) => rowOf("(all together)", limit)),
  ];
}

function rowOf(account: string, { name, used, max, setting }: LimitJson): string[] {
  const words = name.replace("server_", "").replaceAll("_", " ");
  return [
    account,
    words,
    usedText(name, used, max),
    max === null ? "no limit" : amountText(name, max),
    setting,
  ];
}

/** What has no limit is not counted, which is not the same as what only a running server knows. */
function usedText(name: LimitJson["name"], used: number | null, max: number | null): string {
  if (used !== null) return amountText(name, used);
  return max === null ? "not counted" : "unknown";
}

function amountText(name: LimitJson["name"], amount: number): string {
  if (name.endsWith("_bytes")) return formatBytes(amount);
  if (name === "processing_share") return `${amount} %`;
  return name === "chain_check_seconds" ? `${amount} s` : `${amount}`;
}
