import { describeChainUse } from "@weir/protocol/manage/describe-chain-use";
import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";

export const defineChainList = listCommand({
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
  none: "No chains yet. They come with the first account or device.",
  examples: ["weir chain list", "weir chain list --json | jq -r '.[].uuid'"],
});
