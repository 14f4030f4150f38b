import type { RecordOrigin } from "../../control/record-origins.ts";
import { metadataToJson, microsOrNull, msOrNull } from "../records/record-values.ts";
import type { DeadLetterView } from "./dead-letters.ts";

/** A dead letter as commands and the API both write it; whom it is about, each in its own way. */
export function deadLetterToJson<Origin extends object>(
  letter: DeadLetterView,
  originToJson: (origin: RecordOrigin) => Origin,
) {
  const input = nodeInputOf(letter);
  return {
    id: letter.id,
    died_at: diedAtOf(letter),
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
export function diedAtOf({ diedMs }: DeadLetterView): string | null {
  return msOrNull(diedMs === 0 ? null : diedMs);
}

/** What came to the node that failed. */
export interface NodeInput {
  readonly value: number;
  /** JSON text, "" where there are none. */
  readonly metadata: string;
}

export function nodeInputOf({ nodeInput: text }: DeadLetterView): NodeInput | null {
  return text === null ? null : (JSON.parse(text) as NodeInput);
}
