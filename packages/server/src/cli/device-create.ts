import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import { type Command, Option } from "commander";
import { accountFor } from "../manage/accounts/accounts.ts";
import { createDevice } from "../manage/devices/devices.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { valueOrFail } from "./failure.ts";
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
  takeJson(takeDataFolder(command), "Has no effect: the answer is always JSON");
  showExamples(
    command,
    "weir device create Boiler --sensor temperature pressure",
    'weir device create "Old logger" --sensor level --contract stored',
  );
  command.action(async (name: string, options: CreateOptions) => {
    const { config } = effectiveConfig(command);
    const device = await beginControl(config, async (store) => {
      const account = valueOrFail(await accountFor(store, options.account));
      const created = await createDevice(store, {
        accountId: account.id,
        name,
        description: options.description,
        group: options.group,
        contract: options.contract ?? config.defaultContract,
        handling: options.handling,
        quarantine: options.quarantine,
        ...expectationPatchOf(options),
        sensors: options.sensor.map((slug) => ({ slug })),
      });
      return valueOrFail(created);
    });
    printJson({ device_uuid: device.uuid, token: device.token, sensors: device.sensors });
  });
}
