/** A mail address, with the name that programs show for it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const addressCharsMax = 254;
/** What the HTML standard takes for an address: plain ASCII, nothing quoted, so nothing in it can mean anything else. */
const addressPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const namedPattern = /^(?:"([^"\\<>\p{Cc}]*)"|([^"\\<>\p{Cc}]*?)) ?<([^<>]*)>$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= addressCharsMax && addressPattern.test(text);
}

/** Reads `address` or `Name <address>`; null when it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quotedName, plainName, inBrackets] = namedPattern.exec(text) ?? [];
  const address = inBrackets ?? text;
  return isMailAddress(address) ? { name: quotedName ?? plainName ?? "", address } : null;
}
