import { attributeToText } from "@weir/protocol/manage/attribute-text";
import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import { attributesToQuery } from "@weir/protocol/manage/device-notes";
import { overlapSecondsMax } from "@weir/protocol/manage/token-routes";
import { Option } from "commander";
import { counted } from "../platform/counted.ts";
import type { ApiOptions } from "./client/connect.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { exampleUuid } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { parseAttribute } from "./note-options.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

const list = listCommand({
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
    TAGS: ({ tags }) => tags.join(", ") || "-",
  },
  options: ["search", "group", "tag"],
  take: (command) =>
    command.addOption(
      new Option("--attribute <name=value...>", "Only devices with these attributes").argParser(
        parseAttribute,
      ),
    ),
  moreQuery: ({ attribute = {} }: { readonly attribute?: ReturnType<typeof parseAttribute> }) =>
    attributesToQuery(
      new Map(Object.entries(attribute).map(([name, value]) => [name, attributeToText(value)])),
    ),
  none: "No devices found. Create one: weir device create NAME --sensor SLUG",
  examples: [
    "weir device list",
    "weir device list --tag cold --attribute site=Berlin",
    "weir device list --json | jq -r '.[].uuid'",
  ],
});

/** A disabled device keeps its token, sensors and readings. Its requests are answered with 401. */
function switchCommand(name: "enable" | "disable") {
  const enabled = name === "enable";
  return apiCommand({
    take: (command) => command.argument("<device>", "UUID of the device"),
    examples: [`weir device ${name} ${exampleUuid}`],
    async call(api, [device]: [string]) {
      const { params } = await api.placeOfDevice(device);
      return api.call("updateDevice", { params, body: { enabled } });
    },
    text: (device, [uuid]) =>
      `${enabled ? "Enabled" : "Disabled"} device ${uuid} (${printable(device.name)}).`,
  });
}

interface TokenOptions extends ApiOptions {
  readonly regenerate?: true;
  readonly overlap?: string;
}

const token = apiCommand({
  description:
    "Print a device's token, or replace it. Once the new token is printed, the old one is refused, unless --overlap is given.",
  take: (command) =>
    command
      .argument("<device>", "UUID of the device")
      .option("--regenerate", "Create a new token and refuse the old one")
      .option(
        "--overlap <seconds|first-use>",
        "With --regenerate: keep accepting the old token for this long, or until the new one is first used",
      ),
  examples: [
    `weir device token ${exampleUuid}`,
    `weir device token ${exampleUuid} --regenerate`,
    `weir device token ${exampleUuid} --regenerate --overlap first-use`,
  ],
  async call(api, [device]: [string], options: TokenOptions) {
    const body = { overlap: overlapOf(options) };
    const { params } = await api.placeOfDevice(device);
    return options.regenerate
      ? api.call("regenerateToken", { params, body })
      : api.call("showToken", { params });
  },
});

function overlapOf({ regenerate, overlap }: TokenOptions): CallInput<"regenerateToken">["body"]["overlap"] {
  if (overlap === undefined) return undefined;
  if (regenerate === undefined)
    throw new CommandFailure("usage", "--overlap can only be used with --regenerate.", usageExit);
  if (overlap === "first-use") return { until_first_use: true };
  const seconds = /^\d{1,6}$/.test(overlap) ? Number(overlap) : 0;
  if (seconds >= 1 && seconds <= overlapSecondsMax) return { seconds };
  const message = `--overlap takes first-use, or 1 to ${overlapSecondsMax} seconds.`;
  throw new CommandFailure("usage", message, usageExit);
}

const remove = apiCommand({
  take: (command) => takeYes(command.argument("<device>", "UUID of the device")),
  examples: [`weir device delete ${exampleUuid}`],
  async call(api, [uuid]: [string], options: ApiOptions & ConfirmOptions) {
    const { params } = await api.placeOfDevice(uuid);
    const device = await api.call("showDevice", { params });
    await askFirst(`Delete ${named(device)} and all its readings?`, options);
    await api.call("deleteDevice", { params });
    return device;
  },
  text: (device) => `Deleted ${named(device)}. Its readings are being removed.`,
});

function named({ name, sensor_count: count }: CallAnswer<"showDevice">): string {
  return `device ${printable(name)} with ${counted(count, "sensor")}`;
}

export const deviceCommands = {
  list,
  enable: switchCommand("enable"),
  disable: switchCommand("disable"),
  token,
  delete: remove,
};
