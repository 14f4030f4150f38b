import type { Kysely } from "kysely";
import type { ControlSchema } from "../../control/control-schema.ts";

/** Whose password it is, as far as that is known: whoever guesses begins with these words. */
export interface PasswordHolder {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly accountNames?: readonly string[] | undefined;
}

const accountNamesMax = 20;
const wordsMax = 100;
const wordMinLength = 3;

/** Empty where the person was deleted meanwhile. */
export async function passwordHolder(db: Kysely<ControlSchema>, userId: number): Promise<PasswordHolder> {
  const user = await db
    .selectFrom("users")
    .select(["email", "name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const accounts = await db
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select("accounts.name")
    .where("user_id", "=", userId)
    .orderBy("accounts.id")
    .limit(accountNamesMax)
    .execute();
  return { ...user, accountNames: accounts.map(({ name }) => name) };
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
