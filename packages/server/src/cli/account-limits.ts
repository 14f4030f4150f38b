import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import { isNear } from "@weir/protocol/manage/near-limit";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listIn } from "./derived/list-command.ts";
import { printable } from "./output.ts";
import { formatBytes, formatTable } from "./table.ts";

/** Null if all accounts share it. */
type ListedLimit = LimitJson & { readonly account: string | null };

export const accountLimits = apiCommand({
  description:
    "Show the limits of accounts, the settings they come from and how much of each is used. Without a running server, only usage recorded in the data folder is shown.",
  take: (command) =>
    command
      .argument("[account]", "Name or UUID of the account (default: all)")
      .option("--near", "Only limits of which 80 % or more are used"),
  examples: ["weir account limits", 'weir account limits "North plant"', "weir account limits --near --json"],
  async call(api, [account]: [string | undefined], { near }: ApiOptions & { near?: true }) {
    const { limits, isServed } = await readLimits(api, account);
    return { isServed, shown: near ? limits.filter(isNear) : limits };
  },
  json: ({ shown }) => shown,
  text({ shown, isServed }) {
    const header = ["ACCOUNT", "LIMIT", "USED", "MAX", "SETTING"];
    const table = shown.length === 0 ? "No account is near a limit." : formatTable(header, shown.map(rowOf));
    return isServed ? table : `${table}\n\nNo server is running. Start it to see the missing figures.`;
  },
});

interface FoundLimits {
  readonly limits: readonly ListedLimit[];
  readonly isServed: boolean;
}

/** The usage of the whole server is for its operator only. */
async function readLimits(api: ApiClient, account: string | undefined): Promise<FoundLimits> {
  const found = await listIn(api, "showLimits", { accounts: await api.accounts(account), query: {} });
  const own = found.filter(({ shared }) => !shared);
  const server = api.isOperator
    ? await api.items("showServerLimits", {})
    : found.filter(({ shared }) => shared);
  return {
    limits: [...own, ...server.map((limit) => ({ ...limit, account: null }))],
    isServed: !api.isOperator || server.some(({ used }) => used !== null),
  };
}

function rowOf({ account, name, used, max, setting }: ListedLimit): string[] {
  const words = name.replace("server_", "").replaceAll("_", " ");
  return [
    account === null ? "(all together)" : printable(account),
    words,
    usedText(name, used, max),
    max === null ? "no limit" : amountText(name, max),
    setting,
  ];
}

/** Unlimited things are not counted. This differs from counts that only a running server knows. */
function usedText(name: LimitJson["name"], used: number | null, max: number | null): string {
  if (used !== null) return amountText(name, used);
  return max === null ? "not counted" : "unknown";
}

function amountText(name: LimitJson["name"], amount: number): string {
  if (name.endsWith("_bytes")) return formatBytes(amount);
  if (name === "processing_share") return `${amount} %`;
  return name === "chain_check_seconds" ? `${amount} s` : `${amount}`;
}
