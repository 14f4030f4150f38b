import { diedAtOf, nodeInputOf } from "../manage/dead-letters/dead-letter-json.ts";
import type { DeadLetterView } from "../manage/dead-letters/dead-letters.ts";
import { microsOrNull } from "../manage/records/record-values.ts";
import { printable } from "./output.ts";
import { describeChain, describeSource } from "./record-output.ts";
import { formatFields, formatTable } from "./table.ts";

export function lettersToTable(letters: readonly DeadLetterView[]): string {
  const rows = letters.map((letter) => [
    String(letter.id),
    diedAtOf(letter) ?? "-",
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
    ["Died", diedAtOf(letter) ?? "-"],
    ["Reason", printable(letter.reason)],
  ] as const;
  if (raw !== null) {
    return formatFields([...about, ["Bytes", `${raw.length}, which could not be read as readings`]]);
  }
  const input = nodeInputOf(letter);
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

function withMetadata(value: number, metadata: string): string {
  return printable(metadata === "" ? String(value) : `${value}  ${metadata}`);
}
