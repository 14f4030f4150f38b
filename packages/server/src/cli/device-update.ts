import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import { type Command, Option } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { handlingHelp } from "./handling-help.ts";
import { print, printable, printJson } from "./output.ts";

interface UpdateOptions extends ApiOptions, ExpectationOptions {
  readonly name?: string;
  readonly description?: string;
  /** False when the device is to leave its group; true when nothing was said. */
  readonly group?: string | boolean;
  readonly contract?: ContractName;
  readonly handling?: Handling;
  /** Absent when nothing was said. */
  readonly quarantine?: boolean;
}

export function defineDeviceUpdate(command: Command): void {
  command
    .argument("<device>", "UUID of the device")
    .option("--name <name>", "A new name")
    .option("--description <text>", 'A new description ("" for none)')
    .option("--group <name>", "Move it to this group of its account")
    .option("--no-group", "Take it out of its group")
    .addOption(new Option("--contract <name>", "How requests are answered").choices(contractNames))
    .addOption(new Option("--handling <name>", handlingHelp).choices(handlingNames))
    .option("--quarantine", "Always keep its rejected readings, so that they can be submitted again")
    .option("--no-quarantine", "Keep them no longer; those in quarantine stay");
  takeExpectation(command);
  takeApiOptions(command);
  showExamples(
    command,
    `weir device update ${exampleUuid} --name "Boiler 2" --handling lenient`,
    `weir device update ${exampleUuid} --expected-interval 5m --silence-alarm warning`,
    `weir device update ${exampleUuid} --no-group`,
  );
  command.action(async (uuid: string, options: UpdateOptions) => {
    const body = patchOf(options, command.getOptionValueSource("group") === "cli");
    const updated = await withDevice(command, uuid, (api, { params }) =>
      api.call("updateDevice", { params, body }),
    );
    if (options.json) printJson(updated);
    else print(`Updated device ${uuid} (${printable(updated.name)}).`);
  });
}

function patchOf(
  { name, description, group, contract, handling, quarantine, ...others }: UpdateOptions,
  groupGiven: boolean,
) {
  const newGroup = groupGiven ? (typeof group === "string" ? group : null) : undefined;
  const patch = {
    ...{ name, description, group: newGroup, contract, handling, quarantine },
    ...expectationPatchOf(others),
  };
  if (Object.values(patch).some((value) => value !== undefined)) return patch;
  const message =
    "Nothing to change: give --name, --description, --group, --no-group, --contract, --handling, --quarantine, " +
    "--expected-interval or --silence-alarm.";
  throw new CommandFailure("usage", message, usageExit);
}
