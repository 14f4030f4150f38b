import type { CallInput } from "../../api/route-types.ts";
import { type TargetField, type TypedKind, targetFields } from "./channel-words.ts";

/** A new channel as it was typed. */
export interface TypedChannel {
  readonly kind: TypedKind;
  readonly name: string;
  /** The fields of the target, of whichever kind they were typed for. */
  readonly texts: Readonly<Record<string, string>>;
}

export const nothingTyped: TypedChannel = { kind: "mail", name: "", texts: {} };

/** The target as the API takes it. */
export function typedTarget({ kind, texts }: TypedChannel): CallInput<"createChannel">["body"]["target"] {
  const fields: readonly TargetField[] = targetFields[kind];
  const given = fields.map(({ key }) => [key, texts[key]?.trim()] as const).filter(([, text]) => text);
  return { kind, ...Object.fromEntries(given) } as CallInput<"createChannel">["body"]["target"];
}
