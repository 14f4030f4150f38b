import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import { type Command, Option } from "commander";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { apiCommand } from "./derived/api-command.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { handlingHelp } from "./handling-help.ts";
import { type NoteOptions, notesOfOptions, takeNotes } from "./note-options.ts";

interface CreateOptions extends ApiOptions, ExpectationOptions, NoteOptions {
  readonly sensor: readonly string[];
  readonly contract?: ContractName;
  readonly handling: Handling;
  /** Absent if the option was not given. */
  readonly quarantine?: boolean;
  readonly description?: string;
  readonly group?: string;
  readonly account?: string;
}

export const deviceCreate = apiCommand({
  take,
  examples: [
    "weir device create Boiler --sensor temperature pressure",
    'weir device create "Old logger" --sensor level --contract stored',
    "weir device create Freezer --sensor temperature --tag cold --attribute site=Berlin floor=3",
  ],
  needs: { begins: true },
  async call(api, [name]: [string], options: CreateOptions) {
    const { description, group, contract, handling, quarantine } = options;
    const body = {
      ...{ name, description, group, contract, handling, quarantine },
      ...expectationPatchOf(options),
      ...notesOfOptions(options),
      sensors: options.sensor.map((slug) => ({ slug })),
    };
    const account = await api.accountFor(options.account);
    return api.call("createDevice", { params: { account: account.uuid }, body });
  },
});

function take(command: Command): void {
  command
    .argument("<name>", "Name of the device")
    .requiredOption("--sensor <slug...>", "Slugs of its sensors: letters, digits, _ and -")
    .addOption(
      new Option(
        "--contract <name>",
        "How requests are answered (default: the setting default_contract)",
      ).choices(contractNames),
    )
    .addOption(new Option("--handling <name>", handlingHelp).choices(handlingNames).default("strict"))
    .option(
      "--quarantine",
      "Always keep its rejected readings, so that they can be submitted again (default: until its first day without rejections)",
    )
    .option("--no-quarantine", "Never keep its rejected readings")
    .option("--description <text>", "Description of the device")
    .option("--group <name>", "Group in the same account");
  takeNotes(takeExpectation(takeOneAccount(command)));
}
