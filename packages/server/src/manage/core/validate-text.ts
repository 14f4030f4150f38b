import { type Refusal, type Result, refuse, succeed } from "./manage-error.ts";

const nameMaxLength = 200;
const controlCharacter = /\p{Cc}/u;

/** Names are printed in tables and logs, so line breaks and other control characters are refused. */
export function validateName(what: string, input: string): Result<string> {
  const name = input.trim();
  const isGood = name.length >= 1 && name.length <= nameMaxLength && !controlCharacter.test(name);
  if (isGood && name.isWellFormed()) return succeed(name);
  return refuse(
    "bad_name",
    `${what} must have 1 to ${nameMaxLength} characters, without line breaks or other control characters.`,
  );
}

/** Optional free text. Half a surrogate pair is refused, because SQLite could not return it. */
export function refuseText(what: string, text: string | undefined, maxLength: number): Refusal | null {
  if (text === undefined || (text.length <= maxLength && text.isWellFormed())) return null;
  return refuse("bad_text", `${what} must be valid Unicode text of at most ${maxLength} characters.`);
}
