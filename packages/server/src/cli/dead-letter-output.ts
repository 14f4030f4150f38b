import type { DeadLetterView } from "../manage/dead-letters.ts";
import { metadataToJson, microsOrNull } from "../manage/record-values.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource, formatMs, originToJson } from "./record-output.ts";
import { formatFields, formatTable } from "./table.ts";

export function lettersToTable(letters: readonly DeadLetterView[]): string {
  const rows = letters.map((letter) => [
    String(letter.id),
    diedAt(letter) ?? "-",
    letter.raw === null ? describeSource(letter.origin) : "-",
    letter.value === null ? "-" : String(letter.value),
    describeChain(letter.origin),
    printable(letter.nodeId ?? "-"),
    printable(letter.reason),
  ]);
  return formatTable(["ID", "DIED", "SENSOR", "VALUE", "CHAIN", "NODE", "REASON"], rows);
}

export function letterToText(letter: DeadLetterView): string {
  const { origin, raw } = letter;
  const about = [
    ["Dead letter", String(letter.id)],
    ["Died", diedAt(letter) ?? "-"],
    ["Reason", printable(letter.reason)],
  ] as const;
  if (raw !== null) {
    return formatFields([...about, ["Bytes", `${raw.length}, which could not be read as readings`]]);
  }
  const input = nodeInput(letter);
  return formatFields([
    ...about,
    ["Account", printable(origin.account?.name ?? "-")],
    ["Sensor", `${describeSource(origin)}${origin.sensor === null ? "" : ` (${origin.sensor.uuid})`}`],
    [
      "Chain",
      `${describeChain(origin)}${letter.chainVersion === null ? "" : `, version ${letter.chainVersion}`}`,
    ],
    ["Node", printable(letter.nodeId ?? "-")],
    ...(input === null ? [] : [["Node got", withMetadata(input.value, input.metadata)] as const]),
    ["Reading", letter.value === null ? "-" : withMetadata(letter.value, letter.metadata ?? "")],
    ["Time", microsOrNull(letter.atUs) ?? "-"],
    ["Received", microsOrNull(letter.receivedUs) ?? "-"],
    ["Device time", microsOrNull(letter.deviceUs) ?? "not sent"],
    ["Battery", letter.batteryVolts === null ? "-" : `${letter.batteryVolts} V`],
  ]);
}

export function letterToJson(letter: DeadLetterView) {
  const input = nodeInput(letter);
  return {
    id: letter.id,
    died_at: diedAt(letter),
    reason: letter.reason,
    ...originToJson(letter.origin),
    chain_version: letter.chainVersion,
    node: letter.nodeId,
    node_input: input === null ? null : { value: input.value, metadata: metadataToJson(input.metadata) },
    at: microsOrNull(letter.atUs),
    value: letter.value,
    metadata: metadataToJson(letter.metadata),
    received_at: microsOrNull(letter.receivedUs),
    device_at: microsOrNull(letter.deviceUs),
    battery_voltage: letter.batteryVolts,
    raw_base64: letter.raw === null ? null : Buffer.from(letter.raw).toString("base64"),
  };
}

/** Null for letters from before that was noted. */
function diedAt({ diedMs }: DeadLetterView): string | null {
  return diedMs === 0 ? null : formatMs(diedMs);
}

interface NodeInput {
  readonly value: number;
  readonly metadata: string;
}

function nodeInput({ nodeInput: text }: DeadLetterView): NodeInput | null {
  return text === null ? null : (JSON.parse(text) as NodeInput);
}

function withMetadata(value: number, metadata: string): string {
  return printable(metadata === "" ? String(value) : `${value}  ${metadata}`);
}
