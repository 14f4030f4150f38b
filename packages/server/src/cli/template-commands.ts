import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import { counted } from "../platform/counted.ts";
import { durationInWords } from "../platform/times-in-words.ts";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { loaded } from "./command-tree.ts";
import { apiCommand } from "./derived/api-command.ts";
import { fieldsFromFile } from "./derived/field-source.ts";
import { namedThing } from "./derived/named-thing.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { exampleUuid } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";
import { formatFields, formatTable } from "./table.ts";

interface CreateOptions extends AccountOptions {
  readonly name?: string;
  readonly fromDevice?: string;
}

type Template = CallAnswer<"showTemplate">;
type Differences = CallAnswer<"showTemplateDifferences">;

const template = { thing: "template", things: "templates", param: "template" } as const;

const {
  list,
  show,
  update,
  delete: remove,
} = resourceCommands(template, {
  example: "Freezer",
  without: ["create"],
  named: namedThing(template, { isFoundByServer: true }),
  list: {
    summary: "List the device templates",
    description: "List the device templates of an account.",
    columns: {
      TEMPLATE: ({ name }) => printable(name),
      UUID: ({ uuid }) => uuid,
      SENSORS: ({ sensors }) => String(sensors.length),
      DEVICES: ({ device_count }) => String(device_count),
      FOLLOWING: ({ following_count }) => String(following_count),
      PENDING: ({ pending_count }) => String(pending_count),
    },
    none: "No templates yet. Create one: weir template create FILE",
  },
  show: {
    summary: "Show a device template; --json prints what create and update read",
    examples: ["weir template show Freezer", "weir template show Freezer --json > freezer.json"],
    text: toText,
  },
  update: {
    summary: "Change a device template",
    description:
      "Change a device template by a JSON file. Fields that the file does not have stay; `sensors` replaces all sensors. Devices that follow the template get the change soon after.",
    from: fieldsFromFile("JSON file", readTemplateFile),
    examples: ["weir template update Freezer freezer.json"],
    text: ({ name, pending_count: pending }) =>
      `Updated template ${printable(name)}. ${counted(pending, "device that follows it gets", "devices that follow it get")} the change now.`,
  },
  delete: {
    summary: "Delete a device template; its devices stay",
    question: (name) => `Delete the template ${name}? Its devices stay.`,
  },
});

const create = apiCommand({
  description:
    "Create a device template from a JSON file, as `weir template show --json` prints it, or from a device.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("[file]", "JSON file; - for standard input")
        .option("--name <name>", "Template name (default: the one in the file)")
        .option("--from-device <device>", "UUID of a device that the template describes; it then follows it"),
    ),
  examples: [
    "weir template create freezer.json",
    `weir template create --from-device ${exampleUuid} --name Freezer`,
  ],
  needs: { begins: true },
  async call(api, [file]: [string | undefined], { account, name, fromDevice }: CreateOptions) {
    if ((file === undefined) === (fromDevice === undefined))
      throw new CommandFailure("usage", "Give either a file or --from-device.", usageExit);
    if (fromDevice !== undefined) {
      if (name === undefined) throw new CommandFailure("usage", "--from-device needs --name.", usageExit);
      const { params } = await api.placeOfDevice(fromDevice);
      return api.call("createTemplateFromDevice", { params, body: { name } });
    }
    const read = (await readTemplateFile(file!)) as CallInput<"createTemplate">["body"];
    const { uuid } = await api.accountFor(account);
    const body = name === undefined ? read : { ...read, name };
    return api.call("createTemplate", { params: { account: uuid }, body });
  },
  text: ({ name, uuid }) => `Created template ${printable(name)} (${uuid}).`,
});

const apply = apiCommand({
  take: (command) => command.argument("<device>", "UUID of the device"),
  examples: [`weir template apply ${exampleUuid}`],
  async call(api, [device]: [string]) {
    const { params } = await api.placeOfDevice(device);
    return api.call("applyTemplate", { params });
  },
  text: differencesInWords,
});

const answered = [
  "uuid",
  "version",
  "device_count",
  "following_count",
  "pending_count",
  "created_at",
  "updated_at",
];

/** Fields that only answers have are left out, so that what `show --json` prints can be read again. */
async function readTemplateFile(path: string): Promise<object> {
  const read = await readJsonFile(path);
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new CommandFailure("bad_export", `${path} is not a device template.`);
  return Object.fromEntries(Object.entries(read).filter(([field]) => !answered.includes(field)));
}

function toText(template: Template): string {
  const interval = template.expected_interval_s;
  const nameOf = (named: string | null) => {
    const name = template.references.find(({ uuid }) => uuid === named)?.name;
    return name === undefined ? null : printable(name);
  };
  const fields = formatFields([
    ["Template", template.uuid],
    ["Name", printable(template.name)],
    ["Description", printable(template.description) || "-"],
    [
      "Devices",
      `${template.device_count}, of which ${template.following_count} follow it and ${template.pending_count} wait for its last change`,
    ],
    ["Chain", nameOf(template.chain) ?? "that of the group or account"],
    ["Handling", template.handling],
    ["Contract", template.contract ?? "the default"],
    ["Expected", interval === null ? "-" : `every ${durationInWords(interval * 1000)}`],
    ["Board", nameOf(template.board) ?? "-"],
    ["Tags", template.tags.join(", ") || "-"],
  ]);
  const rows = template.sensors.map(({ slug, name, type, unit, retention_days: days }) => [
    slug,
    printable(name),
    printable(type ?? "-"),
    printable(unit ?? "-"),
    days === "account" ? "as the account" : days === null ? "forever" : counted(days, "day"),
  ]);
  const sensors =
    rows.length === 0 ? "It has no sensors." : formatTable(["SENSOR", "NAME", "TYPE", "UNIT", "KEPT"], rows);
  return `${fields}\n\n${sensors}`;
}

function differencesInWords({ template, items }: Differences): string {
  const applied = `The device is what the template ${printable(template.name)} says`;
  if (items.length === 0) return `${applied}.`;
  const extra = items.map(({ sensor }) => sensor).join(", ");
  return `${applied}. Sensors that only the device has stay: ${extra}.`;
}

export const templateCommands = {
  list,
  show,
  create: loaded("Create a device template from a file or a device", create),
  update,
  apply: loaded("Make a device what its template says", apply),
  delete: remove,
};
