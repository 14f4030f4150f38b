import { describeAlarmSource } from "./alarm-output.ts";
import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";

export const defineAlarmList = recordListCommand({
  route: "listAlarms",
  description: "List alarms that chains have raised, the newest first: those that are active, unless told.",
  options: ["state", "severity", "device", "sensor", "chain"],
  defaults: { state: "active" },
  columns: {
    ID: ({ id }) => String(id),
    STATE: ({ state }) => state,
    SEVERITY: ({ severity }) => severity,
    RAISED: ({ raised_at }) => raised_at,
    SENSOR: describeAlarmSource,
    NAME: ({ name }) => printable(name),
    "LAST VALUE": ({ last_value }) => String(last_value ?? "-"),
    MESSAGE: ({ message }) => printable(message ?? "-"),
  },
  none: ({ state }) =>
    `No ${state === "all" ? "" : `${state} `}alarms. Chains raise them: weir chain nodes raise-alarm`,
  examples: [
    "weir alarm list",
    "weir alarm list --state all --severity critical",
    `weir alarm list --device ${exampleUuid} --sensor temperature --json`,
  ],
});
