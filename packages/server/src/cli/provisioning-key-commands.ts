import { provisioningAdmissions } from "@weir/protocol/closed-sets";
import type { CallInput } from "@weir/protocol/manage/calls";
import { Option } from "commander";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { namedThing } from "./derived/named-thing.ts";
import { findNamed } from "./find-named.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

interface CreateOptions extends AccountOptions {
  readonly template: string;
  readonly admission: CallInput<"createProvisioningKey">["body"]["admission"];
  readonly mayRepeat?: true;
  readonly devices?: string;
  readonly expires?: string;
}

/** The argument with which commands name a key. */
export const provisioningKey = namedThing({
  thing: "provisioning key",
  things: "provisioning keys",
  title: "key",
  param: "key",
});

const create = apiCommand({
  description:
    "Create a provisioning key and print it, only this once. Devices that send it to POST /api/v1/provision create themselves from the template.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("<name>", "Name of the key")
        .requiredOption("--template <template>", "Name or UUID of the device template")
        .addOption(
          new Option("--admission <when>", "When a device that asks is created")
            .choices(provisioningAdmissions)
            .default("at_once"),
        )
        .option("--may-repeat", "Give a device that asks again a new token")
        .option("--devices <count>", "How many devices the key may create (default: 1000)")
        .option("--expires <days>", "Days until the key expires (default: never)"),
    ),
  examples: [
    "weir provisioning-key create Factory --template Freezer",
    "weir provisioning-key create Shop --template Freezer --admission claim",
  ],
  needs: { begins: true },
  async call(api, [name]: [string], { account: named, template, admission, ...options }: CreateOptions) {
    const { uuid: account } = await api.accountFor(named);
    const { items } = await api.call("listTemplates", { params: { account } });
    const { mayRepeat = false, devices, expires } = options;
    const body = {
      name,
      template: findNamed(items, template, "template").uuid,
      admission,
      may_repeat: mayRepeat,
      ...(devices === undefined ? {} : { device_limit: Number(devices) }),
      ...(expires === undefined ? {} : { expires_in_days: Number(expires) }),
    };
    return api.call("createProvisioningKey", { params: { account }, body });
  },
  text: ({ name, template, key }) =>
    `Created provisioning key ${printable(name)} for ${printable(template.name)}. It is shown only this once:\n${key}`,
});

const list = listCommand({
  route: "listProvisioningKeys",
  within: "all accounts",
  columns: {
    KEY: ({ name }) => printable(name),
    STARTS: ({ start }) => `${start}…`,
    TEMPLATE: ({ template }) => printable(template.name),
    ADMISSION: ({ admission }) => admission,
    DEVICES: ({ device_count, device_limit }) => `${device_count} of ${device_limit}`,
    WAITING: ({ waiting_count }) => String(waiting_count),
    EXPIRES: ({ expires_at }) => (expires_at === null ? "never" : shortTime(expires_at)),
  },
  none: "No provisioning keys yet. Create one: weir provisioning-key create NAME --template TEMPLATE",
  examples: ["weir provisioning-key list"],
});

const revoke = apiCommand({
  description: "Revoke a provisioning key. Its devices and their tokens stay.",
  take: (command) => takeYes(provisioningKey.take(command)),
  examples: ["weir provisioning-key revoke Factory"],
  async call(api, [key]: [string], options: AccountOptions & ConfirmOptions) {
    const params = await provisioningKey.params(api, key, options.account);
    const question = `Revoke the provisioning key ${key}? Devices that wait and its claim codes are deleted.`;
    await askFirst(question, options, "Nothing was revoked.");
    await api.call("revokeProvisioningKey", { params });
    return { provisioning_key: params.key, revoked: true };
  },
  text: (_, [key]) => `Revoked provisioning key ${key}.`,
});

export const provisioningKeyCommands = { create, list, revoke };
