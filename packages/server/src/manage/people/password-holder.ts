import type { ControlData } from "../../control/control.ts";
import { listAccountsOfUser } from "../../control/people/accounts-of-user.ts";
import { findUserById } from "../../control/people/users.ts";

/** Words about the person who sets a password. They count as weak, because guessers try them first. */
export interface PasswordHolder {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly accountNames?: readonly string[] | undefined;
}

const accountNamesMax = 20;
const wordsMax = 100;
const wordMinLength = 3;

/** Empty if the person was deleted meanwhile. */
export async function passwordHolder(db: ControlData, userId: number): Promise<PasswordHolder> {
  const user = await findUserById(db, userId);
  const accounts = await listAccountsOfUser({ db }, userId, { limit: accountNamesMax });
  return { email: user?.email, name: user?.name, accountNames: accounts.map(({ name }) => name) };
}

/** Each text as a whole, and the words in it. */
export function wordsOf({ email = "", name = "", accountNames = [] }: PasswordHolder): string[] {
  const texts = [email, name, ...accountNames.slice(0, accountNamesMax), "weir"];
  const words = texts.flatMap((text) => [text, joined(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.filter((word) => word.length >= wordMinLength))].slice(0, wordsMax);
}

function joined(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}
