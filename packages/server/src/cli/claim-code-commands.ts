import { readFile } from "node:fs/promises";
import { readHardwareIds } from "@weir/protocol/hardware-id-list";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { claimCodesAtOnceMax } from "@weir/protocol/manage/provisioning-limits";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";
import { provisioningKey } from "./provisioning-key-commands.ts";
import { formatTable, shortTime } from "./table.ts";

interface CreateOptions extends AccountOptions {
  readonly file?: string;
  readonly expires?: string;
}

const create = apiCommand({
  description:
    "Create claim codes and print them, only this once. Whoever enters a code gets the device in their account. The key must have the admission claim.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("<key>", "Name or UUID of the provisioning key")
        .argument("[hardware-ids...]", "Hardware ids of the devices")
        .option("--file <file>", "File with a hardware id in the first column of each line")
        .option("--expires <days>", "Days until the codes expire (default: 365)"),
    ),
  examples: [
    "weir claim-code create Shop SN-1001 SN-1002",
    "weir claim-code create Shop --file serials.csv --json > codes.json",
  ],
  needs: { begins: true },
  async call(api, [key, given]: [string, string[]], { account: named, file, expires }: CreateOptions) {
    const listed = file === undefined ? [] : readHardwareIds(await readFile(file, "utf8"));
    const ids = [...new Set([...given, ...listed])];
    if (ids.length === 0)
      throw new CommandFailure("no_hardware_ids", "Name hardware ids, or a --file with some.");
    const { account, key: uuid } = await provisioningKey.params(api, key, named);
    const codes: CallAnswer<"createClaimCodes">["items"] = [];
    for (let at = 0; at < ids.length; at += claimCodesAtOnceMax) {
      const body = {
        provisioning_key: uuid,
        hardware_ids: ids.slice(at, at + claimCodesAtOnceMax),
        ...(expires === undefined ? {} : { expires_in_days: Number(expires) }),
      };
      codes.push(...(await api.call("createClaimCodes", { params: { account }, body })).items);
    }
    return codes;
  },
  text: (codes) =>
    formatTable(
      ["HARDWARE ID", "CLAIM CODE"],
      codes.map(({ hardware_id, code }) => [printable(hardware_id), code]),
    ),
});

const list = listCommand({
  route: "listClaimCodes",
  within: "all accounts",
  columns: {
    "HARDWARE ID": ({ hardware_id }) => printable(hardware_id),
    KEY: ({ provisioning_key }) => printable(provisioning_key.name),
    CREATED: ({ created_at }) => shortTime(created_at),
    EXPIRES: ({ expires_at }) => shortTime(expires_at),
    CLAIMED: ({ claimed_at }) => (claimed_at === null ? "no" : shortTime(claimed_at)),
  },
  none: "No claim codes yet. Create some: weir claim-code create KEY HARDWARE-ID",
  examples: ["weir claim-code list"],
});

export const claimCodeCommands = { create, list };
