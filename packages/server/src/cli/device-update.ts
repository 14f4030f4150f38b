import { type ContractName, contractNames, type Handling, handlingNames } from "@weir/protocol/contracts";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { Option } from "commander";
import type { ApiOptions } from "./client/connect.ts";
import { apiCommand } from "./derived/api-command.ts";
import { exampleUuid } from "./example.ts";
import { type ExpectationOptions, expectationPatchOf, takeExpectation } from "./expectation-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { handlingHelp } from "./handling-help.ts";
import {
  changedSets,
  changesSets,
  locationOf,
  type NoteOptions,
  type NoteRemovals,
  takeNoteRemovals,
  takeNotes,
} from "./note-options.ts";
import { printable } from "./output.ts";

interface UpdateOptions extends ApiOptions, ExpectationOptions, NoteOptions, NoteRemovals {
  readonly name?: string;
  readonly description?: string;
  /** False if the device should leave its group. */
  readonly group?: string | false;
  readonly contract?: ContractName;
  readonly handling?: Handling;
  readonly quarantine?: boolean;
}

export const deviceUpdate = apiCommand({
  take: (command) =>
    takeNoteRemovals(
      takeNotes(
        takeExpectation(
          command
            .argument("<device>", "UUID of the device")
            .option("--name <name>", "A new name")
            .option("--description <text>", 'A new description ("" for none)')
            .option("--group <name>", "Move it to this group of its account")
            .option("--no-group", "Remove it from its group")
            .addOption(new Option("--contract <name>", "How requests are answered").choices(contractNames))
            .addOption(new Option("--handling <name>", handlingHelp).choices(handlingNames))
            .option("--quarantine", "Always keep its rejected readings, so that they can be submitted again")
            .option("--no-quarantine", "Stop keeping its rejected readings; those in quarantine stay"),
        ),
      ),
    ),
  examples: [
    `weir device update ${exampleUuid} --name "Boiler 2" --handling lenient`,
    `weir device update ${exampleUuid} --expected-interval 5m --silence-alarm warning`,
    `weir device update ${exampleUuid} --no-group`,
    `weir device update ${exampleUuid} --tag cold --remove-tag old --attribute site=Berlin`,
  ],
  async call(api, [device]: [string], options: UpdateOptions) {
    const body = patchOf(options);
    const { params } = await api.placeOfDevice(device);
    if (!changesSets(options)) return api.call("updateDevice", { params, body });
    const answer = await api.open("showDevice", { params });
    const ifMatch = answer.headers.get("ETag") ?? undefined;
    const sets = changedSets((await answer.json()) as CallAnswer<"showDevice">, options);
    return api.call("updateDevice", { params, body: { ...body, ...sets }, ifMatch });
  },
  text: ({ name }, [uuid]) => `Updated device ${uuid} (${printable(name)}).`,
});

/** Options that were not given are absent. */
function patchOf(options: UpdateOptions) {
  const { name, description, group, contract, handling, quarantine, notes } = options;
  const patch = {
    name,
    description,
    group: group === false ? null : group,
    contract,
    handling,
    quarantine,
    ...expectationPatchOf(options),
    location: locationOf(options),
    notes,
  };
  if (changesSets(options) || Object.values(patch).some((value) => value !== undefined)) return patch;
  const message =
    "Nothing to change: give --name, --description, --group, --no-group, --contract, --handling, --quarantine, " +
    "--expected-interval, --silence-alarm, --tag, --attribute, --location or --notes, or the options that remove one.";
  throw new CommandFailure("usage", message, usageExit);
}
