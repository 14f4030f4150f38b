/** UUIDs as the four words of their bytes, which take a sixth of the memory of their text and are compared faster. */
export const uuidWords = 4;
/** The length of the text. */
export const uuidBytes = 36;

const dash = 0x2d;
/**
 * The value of each byte that is a digit; negative for all others. Capital letters are not digits, because UUIDs are compared
 * exactly.
 */
const digits = new Int8Array(256).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) digits[digit.charCodeAt(0)] = value;

const text = new Uint8Array(uuidBytes);
const binary = Buffer.alloc(uuidWords * 4);

/** Returns whether there is a UUID at `start` in the form that the server writes, and puts its words into `words`. */
export function readUuid(bytes: Uint8Array, start: number, words: Uint32Array): boolean {
  if (start + uuidBytes > bytes.length) return false;
  const first = fourDigits(bytes, start);
  const second = fourDigits(bytes, start + 4);
  const third = fourDigits(bytes, start + 9);
  const fourth = fourDigits(bytes, start + 14);
  const fifth = fourDigits(bytes, start + 19);
  const sixth = fourDigits(bytes, start + 24);
  const seventh = fourDigits(bytes, start + 28);
  const eighth = fourDigits(bytes, start + 32);
  words[0] = (first << 16) | second;
  words[1] = (third << 16) | fourth;
  words[2] = (fifth << 16) | sixth;
  words[3] = (seventh << 16) | eighth;
  return (
    (first | second | third | fourth | fifth | sixth | seventh | eighth) >= 0 &&
    bytes[start + 8] === dash &&
    bytes[start + 13] === dash &&
    bytes[start + 18] === dash &&
    bytes[start + 23] === dash
  );
}

export function readUuidText(uuid: string, words: Uint32Array): boolean {
  if (uuid.length !== uuidBytes) return false;
  for (let at = 0; at < uuidBytes; at++) {
    const code = uuid.charCodeAt(at);
    text[at] = code < 0x80 ? code : 0;
  }
  return readUuid(text, 0, words);
}

export function uuidText(words: Uint32Array, start: number): string {
  for (let nth = 0; nth < uuidWords; nth++) binary.writeUInt32BE(words[start + nth]!, nth * 4);
  const hex = binary.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns a negative number if one of the bytes is not a digit. */
function fourDigits(bytes: Uint8Array, start: number): number {
  return (
    (digits[bytes[start]!]! << 12) |
    (digits[bytes[start + 1]!]! << 8) |
    (digits[bytes[start + 2]!]! << 4) |
    digits[bytes[start + 3]!]!
  );
}
