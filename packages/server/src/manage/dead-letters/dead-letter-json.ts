import { originToJson } from "../core/records/record-json.ts";
import { metadataToJson, microsOrNull, msOrNull } from "../core/records/record-values.ts";
import type { DeadLetterView } from "./dead-letters.ts";

export function deadLetterToJson(letter: DeadLetterView) {
  const input = nodeInputOf(letter);
  return {
    id: letter.id,
    // Dead letters from before this was recorded have 0.
    died_at: msOrNull(letter.diedMs === 0 ? null : letter.diedMs),
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

/** The input of the node that failed. */
interface NodeInput {
  readonly value: number;
  /** JSON text, "" if there is none. */
  readonly metadata: string;
}

function nodeInputOf({ nodeInput: text }: DeadLetterView): NodeInput | null {
  return text === null ? null : (JSON.parse(text) as NodeInput);
}
