import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import { type Command, Option } from "commander";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { apiCommand } from "./derived/api-command.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { handlingHelp } from "./handling-help.ts";
import { type NoteOptions, notesOfOptions, takeNotes } from "./note-options.ts";

interface CreateOptions extends AccountOptions, ExpectationOptions, NoteOptions {
  readonly sensor?: readonly string[];
  readonly template?: string;
  /** False if the device should not follow its template. */
  readonly follow: boolean;
  readonly contract?: ContractName;
  readonly handling?: Handling;
  /** Absent if the option was not given. */
  readonly quarantine?: boolean;
  readonly description?: string;
  readonly group?: string;
}

export const deviceCreate = apiCommand({
  take,
  examples: [
    "weir device create Boiler --sensor temperature pressure",
    'weir device create "Old logger" --sensor level --contract stored',
    "weir device create Freezer --sensor temperature --tag cold --attribute site=Berlin floor=3",
    'weir device create "Freezer 8" --template Freezer',
  ],
  needs: { begins: true },
  async call(api, [name]: [string], options: CreateOptions) {
    const { description, group, contract, handling, quarantine, template, follow, sensor } = options;
    if (sensor === undefined && template === undefined)
      throw new CommandFailure("usage", "Give --sensor, --template or both.", usageExit);
    const body = {
      name,
      description,
      group,
      contract,
      handling,
      quarantine,
      template,
      ...(follow ? {} : { follows_template: false }),
      ...expectationPatchOf(options),
      ...notesOfOptions(options),
      sensors: (sensor ?? []).map((slug) => ({ slug })),
    };
    const account = await api.accountFor(options.account);
    return api.call("createDevice", { params: { account: account.uuid }, body });
  },
});

function take(command: Command): void {
  command
    .argument("<name>", "Name of the device")
    .option("--sensor <slug...>", "Slugs of its sensors: letters, digits, _ and -")
    .option("--template <template>", "Name or UUID of a device template to create it from")
    .option("--no-follow", "Do not give it later changes of the template")
    .addOption(
      new Option(
        "--contract <name>",
        "How requests are answered (default: the setting default_contract)",
      ).choices(contractNames),
    )
    .addOption(
      new Option(
        "--handling <name>",
        `${handlingHelp} (default: that of the template, or else strict)`,
      ).choices(handlingNames),
    )
    .option(
      "--quarantine",
      "Always keep its rejected readings, so that they can be submitted again (default: until its first day without rejections)",
    )
    .option("--no-quarantine", "Never keep its rejected readings")
    .option("--description <text>", "Description of the device")
    .option("--group <name>", "Group in the same account");
  takeNotes(takeExpectation(takeOneAccount(command)));
}
