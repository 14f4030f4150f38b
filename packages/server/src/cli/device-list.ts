import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

export const defineDeviceList = listCommand({
  route: "listDevices",
  within: "all accounts",
  showsReadings: true,
  columns: {
    DEVICE: ({ uuid }) => uuid,
    NAME: ({ name }) => printable(name),
    ACCOUNT: ({ account }) => printable(account),
    GROUP: ({ group }) => printable(group ?? "-"),
    STATE: ({ enabled }) => (enabled ? "enabled" : "disabled"),
    CONTRACT: ({ contract }) => contract,
    SENSORS: ({ sensor_count }) => String(sensor_count),
    STATUS: ({ status }) => (status === "never_seen" ? "-" : status),
    "LAST CONNECTED": ({ last_connected }) => shortTime(last_connected),
  },
  none: "No devices yet. Create one: weir device create NAME --sensor SLUG",
  examples: ["weir device list", "weir device list --json | jq -r '.[].uuid'"],
});
