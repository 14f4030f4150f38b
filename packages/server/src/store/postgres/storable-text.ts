/** PostgreSQL's texts cannot hold this character, and JavaScript's can. */
const nul = "\0";
const unreadable = "\ufffd";

/**
 * A text as PostgreSQL can store it. What chains and devices write into messages, names and reasons is not ours, and a character
 * that cannot be stored must not keep a batch from being committed.
 */
export function storableText(text: string): string;
export function storableText(text: string | null): string | null;
export function storableText(text: string | null): string | null {
  return text?.includes(nul) ? text.replaceAll(nul, unreadable) : text;
}
