/** A mail address, with the display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const addressCharsMax = 254;
/** The HTML standard's pattern of an address: plain ASCII without quoting, so nothing in it can have another meaning. */
const addressPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const namedPattern = /^(?:"([^"\\<>\p{Cc}]*)"|([^"\\<>\p{Cc}]*?)) ?<([^<>]*)>$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= addressCharsMax && addressPattern.test(text);
}

/** Reads `address` or `Name <address>`; returns null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quotedName, plainName, inBrackets] = namedPattern.exec(text) ?? [];
  const address = inBrackets ?? text;
  return isMailAddress(address) ? { name: quotedName ?? plainName ?? "", address } : null;
}
