import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource } from "./records.ts";

export const letterFilter = ["device", "sensor", "chain", "node"] as const;

export const defineDeadLetterList = recordListCommand({
  route: "listDeadLetters",
  ofAll: "listAllDeadLetters",
  description: "List readings that no chain could process, the newest first, each with its node and reason.",
  options: letterFilter,
  columns: {
    ID: ({ id }) => String(id),
    DIED: ({ died_at }) => died_at ?? "-",
    SENSOR: (letter) => (letter.raw_base64 === null ? describeSource(letter) : "-"),
    VALUE: ({ value }) => String(value ?? "-"),
    CHAIN: describeChain,
    NODE: ({ node }) => printable(node ?? "-"),
    REASON: ({ reason }) => printable(reason ?? "-"),
  },
  none: () =>
    "No dead letters. A reading becomes one when a node fails on it and nothing is wired to the node's failure output.",
  examples: [
    "weir dead-letter list",
    `weir dead-letter list --device ${exampleUuid} --sensor temperature`,
    "weir dead-letter list --json | jq -r '.[].reason' | sort | uniq -c",
  ],
});
