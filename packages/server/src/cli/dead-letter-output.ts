import { stringify } from "../platform/raw-json.ts";
import type { ItemOf } from "./client/api-client.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource } from "./records.ts";
import { formatFields } from "./table.ts";

export function letterToText(letter: ItemOf<"listAllDeadLetters">): string {
  const { raw_base64: raw, chain_version: version, sensor, node_input: input } = letter;
  const about = [
    ["Dead letter", String(letter.id)],
    ["Failed", letter.died_at ?? "-"],
    ["Reason", printable(letter.reason ?? "-")],
  ] as const;
  if (raw !== null) {
    const bytes = Buffer.from(raw, "base64").length;
    return formatFields([...about, ["Bytes", `${bytes} (could not be read as readings)`]]);
  }
  return formatFields([
    ...about,
    ["Account", printable(letter.account ?? "-")],
    ["Sensor", `${describeSource(letter)}${sensor === null ? "" : ` (${sensor.uuid})`}`],
    ["Chain", `${describeChain(letter)}${version === null ? "" : `, version ${version}`}`],
    ["Node", printable(letter.node ?? "-")],
    ...(input === null ? [] : [["Node input", withMetadata(input.value, input.metadata)] as const]),
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
