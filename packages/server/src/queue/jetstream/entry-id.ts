import { PubHeaders } from "@nats-io/jetstream";
import type { MsgHdrs } from "@nats-io/nats-core";
import type { EntryOrigin } from "../queue-reader.ts";

/** The message id of an entry, by which the servers and the processors recognise it. */
export function entryId({ writer, number }: EntryOrigin): string {
  return `${writer}-${number}`;
}

/** Returns where the message with these headers came from; undefined if it has no id of this form. */
export function originOf(headers: Pick<MsgHdrs, "get"> | undefined): EntryOrigin | undefined {
  const id = headers?.get(PubHeaders.MsgIdHdr) ?? "";
  const end = id.lastIndexOf("-");
  const number = Number(id.slice(end + 1));
  if (end <= 0 || !Number.isSafeInteger(number)) return undefined;
  const previous = previousOf(headers?.get(previousHeader) ?? "");
  return { writer: id.slice(0, end), number, ...(previous === undefined ? {} : { previous }) };
}

/** The header of an entry that names the one before it, for finding entries that a copy of the stream lacks. */
export const previousHeader = "Weir-Previous";

export type PreviousEntry = NonNullable<EntryOrigin["previous"]>;

export function previousText({ number, sequence, entries, readings }: PreviousEntry): string {
  return [number, sequence, entries, readings].filter((part) => part !== undefined).join(" ");
}

/** Undefined if there is no such header. */
function previousOf(text: string): PreviousEntry | undefined {
  const [number, sequence, entries, readings] = text.split(" ").map(Number);
  if (!number || !sequence) return undefined;
  return entries && readings !== undefined ? { number, sequence, entries, readings } : { number, sequence };
}
