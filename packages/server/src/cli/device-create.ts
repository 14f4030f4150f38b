import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import { type Command, Option } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { handlingHelp } from "./handling-help.ts";
import { printJson } from "./output.ts";

interface CreateOptions extends ExpectationOptions {
  readonly sensor: readonly string[];
  readonly contract?: ContractName;
  readonly handling: Handling;
  /** Absent when nothing was said. */
  readonly quarantine?: boolean;
  readonly description?: string;
  readonly group?: string;
  readonly account?: string;
}

export function defineDeviceCreate(command: Command): void {
  command
    .argument("<name>", "What people call the device")
    .requiredOption("--sensor <slug...>", "Slugs of its sensors: letters, digits, _ and -")
    .addOption(
      new Option(
        "--contract <name>",
        "How requests are answered; where not given, as default_contract says",
      ).choices(contractNames),
    )
    .addOption(new Option("--handling <name>", handlingHelp).choices(handlingNames).default("strict"))
    .option(
      "--quarantine",
      "Always keep its rejected readings, so that they can be submitted again (default: until its first day without rejections)",
    )
    .option("--no-quarantine", "Never keep them")
    .option("--description <text>", "What else there is to say about it")
    .option("--group <name>", "A group of the same account")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeExpectation(command);
  takeApiOptions(command, "Has no effect: the answer is always JSON");
  showExamples(
    command,
    "weir device create Boiler --sensor temperature pressure",
    'weir device create "Old logger" --sensor level --contract stored',
  );
  command.action(async (name: string, options: CreateOptions) => {
    const { description, group, contract, handling, quarantine } = options;
    const body = {
      ...{ name, description, group, contract, handling, quarantine },
      ...expectationPatchOf(options),
      sensors: options.sensor.map((slug) => ({ slug })),
    };
    const create = async (api: ApiClient) => {
      const account = await api.accountFor(options.account);
      return api.call("createDevice", { params: { account: account.uuid }, body });
    };
    printJson(await withApi(command, create, { begins: true }));
  });
}
