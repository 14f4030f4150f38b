import {
  type PasswordHolder,
  passwordMinLength,
  whyGuessable,
} from "@weir/protocol/manage/guessable-password";
import { type PeopleRefusal, refusePerson } from "./people-result.ts";

/**
 * Passwords are kept as argon2id, with the cost that OWASP names as its first choice for a server that has other things to
 * do: 19 MiB and two passes, which is some ten milliseconds of one core.
 */
const memoryCostKiB = 19_456;
const passCount = 2;

/** More is refused rather than hashed: the work must not depend on how much somebody sends. */
export const passwordMaxLength = 200;

/** Stands for "none yet": a person whom the operator created, and who has not used their link. No password fits it. */
export const noPassword = "";

export function refusePassword(password: string, holder: PasswordHolder): PeopleRefusal | null {
  const { length } = password;
  if (length < passwordMinLength || length > passwordMaxLength || !password.isWellFormed()) {
    return refusePerson(
      "bad_password",
      `A password must have ${passwordMinLength} to ${passwordMaxLength} characters.`,
    );
  }
  const reason = whyGuessable(password, holder);
  return reason === null ? null : refusePerson("bad_password", reason);
}

export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(asTyped(password), {
    algorithm: "argon2id",
    memoryCost: memoryCostKiB,
    timeCost: passCount,
  });
}

/**
 * Whether the password fits the hash. Where there is nobody, or nobody with a password, the same work is done for
 * nothing, so that the time does not tell which e-mail addresses are known.
 */
export async function fitsPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password.length > passwordMaxLength) return false;
  if (hash !== undefined && hash !== noPassword) return Bun.password.verify(asTyped(password), hash);
  await hashPassword(password === "" ? "nothing" : password);
  return false;
}

/** Keyboards write the same letter in several ways, and a person cannot tell them apart. */
function asTyped(password: string): string {
  return password.normalize("NFKC");
}
