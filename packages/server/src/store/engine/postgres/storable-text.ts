/** PostgreSQL's texts cannot hold this character, JavaScript's can. */
const nul = "\0";
const unreadable = "\ufffd";

/**
 * Returns a text that PostgreSQL can store. Chains and devices determine the texts of messages, names and reasons, and
 * a character that cannot be stored must not keep a batch from being committed.
 */
export function storableText(text: string): string;
export function storableText(text: string | null): string | null;
export function storableText(text: string | null): string | null {
  return text?.includes(nul) ? text.replaceAll(nul, unreadable) : text;
}
