import type { Command } from "commander";
import { stringify } from "../platform/raw-json.ts";
import type { ItemOf } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { describeChain, describeSource, parseId, takeAccount } from "./records.ts";
import { formatFields } from "./table.ts";

export function defineDeadLetterShow(command: Command): void {
  command.argument("<id>", "Id of the letter, as weir dead-letter list shows it", parseId);
  takeApiOptions(takeAccount(command));
  showExamples(command, "weir dead-letter show 7");
  command.action(async (id: number, options: ApiOptions & { account?: string }) => {
    const letter = await withApi(command, async (api) => {
      await api.awaitAccepted();
      if (api.isOperator && options.account === undefined)
        return api.call("showAnyDeadLetter", { params: { id } });
      const { uuid, name } = await api.accountFor(options.account);
      return { ...(await api.call("showDeadLetter", { params: { account: uuid, id } })), account: name };
    });
    if (options.json) printJson(letter);
    else print(letterToText(letter));
  });
}

function letterToText(letter: ItemOf<"listAllDeadLetters">): string {
  const { raw_base64: raw, chain_version: version, sensor, node_input: input } = letter;
  const about = [
    ["Dead letter", String(letter.id)],
    ["Died", letter.died_at ?? "-"],
    ["Reason", printable(letter.reason ?? "-")],
  ] as const;
  if (raw !== null) {
    const bytes = Buffer.from(raw, "base64").length;
    return formatFields([...about, ["Bytes", `${bytes}, which could not be read as readings`]]);
  }
  return formatFields([
    ...about,
    ["Account", printable(letter.account ?? "-")],
    ["Sensor", `${describeSource(letter)}${sensor === null ? "" : ` (${sensor.uuid})`}`],
    ["Chain", `${describeChain(letter)}${version === null ? "" : `, version ${version}`}`],
    ["Node", printable(letter.node ?? "-")],
    ...(input === null ? [] : [["Node got", withMetadata(input.value, input.metadata)] as const]),
    ["Reading", letter.value === null ? "-" : withMetadata(letter.value, letter.metadata)],
    ["Time", letter.at ?? "-"],
    ["Received", letter.received_at ?? "-"],
    ["Device time", letter.device_at ?? "not sent"],
    ["Battery", letter.battery_voltage === null ? "-" : `${letter.battery_voltage} V`],
  ]);
}

function withMetadata(value: number, metadata: unknown): string {
  return printable(metadata === null ? String(value) : `${value}  ${stringify(metadata)}`);
}
