/**
 * Encodes messages as bytes. Members of a cluster may be one version apart, and so may their runtimes. Messages are
 * therefore JSON, which both versions read. Values that JSON cannot hold are replaced by an object with one key that no
 * message uses: lists of bytes and numbers, which follow the text as they are in memory, and numbers that are not
 * finite.
 */
const special = "\u0000";
const lengthBytes = 4;
const alignment = 8;

const listKinds = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
} as const;
type ListKind = keyof typeof listKinds;
type TypedList = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
type Special =
  | readonly [kind: "number", text: string]
  | readonly [kind: ListKind, at: number, length: number];

/** `spareBytes` are left free at the end, for what follows the message. */
export function encodeMessage(message: unknown, spareBytes = 0): Buffer {
  const lists: TypedList[] = [];
  let listBytes = 0;
  const text = JSON.stringify(message, function (this: Record<string, unknown>, key: string, value: unknown) {
    if (typeof value === "number" && !Number.isFinite(value)) return { [special]: ["number", String(value)] };
    // Not `value`, because JSON.stringify may have converted lists of bytes before.
    const list = this[key];
    if (!ArrayBuffer.isView(list)) return value;
    const at = listBytes;
    const typed = asTypedList(list);
    lists.push(typed);
    listBytes = aligned(at + typed.byteLength);
    return { [special]: [kindOf(typed), at, typed.length] };
  });
  const textBytes = Buffer.byteLength(text ?? "null");
  const start = aligned(lengthBytes + textBytes);
  const bytes = Buffer.alloc(start + listBytes + spareBytes);
  bytes.writeUInt32LE(textBytes);
  bytes.write(text ?? "null", lengthBytes);
  let at = start;
  for (const list of lists) {
    bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
    at = aligned(at + list.byteLength);
  }
  return bytes;
}

/** Ignores what follows the message. */
export function decodeMessage(bytes: Buffer): unknown {
  const textBytes = bytes.readUInt32LE();
  const start = aligned(lengthBytes + textBytes);
  const text = bytes.toString("utf8", lengthBytes, lengthBytes + textBytes);
  if (!text.includes("\\u0000")) return JSON.parse(text);
  return JSON.parse(text, (_, value) => {
    const found: Special | undefined = value?.[special];
    if (found === undefined) return value;
    if (found[0] === "number") return Number(found[1]);
    const [kind, at, length] = found;
    const List = listKinds[kind];
    const from = start + at;
    // A copy, because typed arrays have to begin at aligned addresses.
    return new List(new Uint8Array(bytes.subarray(from, from + length * List.BYTES_PER_ELEMENT)).buffer);
  });
}

function asTypedList(view: ArrayBufferView): TypedList {
  for (const List of Object.values(listKinds)) if (view instanceof List) return view;
  throw new TypeError("A list of this kind cannot be sent.");
}

function kindOf(list: TypedList): ListKind {
  for (const [kind, List] of Object.entries(listKinds)) if (list instanceof List) return kind as ListKind;
  throw new TypeError("A list of this kind cannot be sent.");
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
