import { passwordMaxLength, passwordMinLength } from "@weir/protocol/manage/password-length";
import { noPassword } from "../../control/people/users.ts";
import { WorkTurns } from "../../web/turns/work-turns.ts";
import { type Refusal, refuse } from "../core/manage-error.ts";
import { type PasswordHolder, wordsOf } from "./password-holder.ts";
import { passwordStrength } from "./password-strength/password-strength.ts";

/**
 * Passwords are stored as argon2id, with the cost that OWASP recommends first for a server with other work: 19 MiB and
 * two passes, which take some ten milliseconds of one core.
 */
const memoryCostKiB = 19_456;
const passCount = 2;

/** Whether a password comes from an address that the person has signed in from before, or may be an attempt to guess it. */
type PasswordOf = "somebody known" | "a stranger";

/**
 * One password is hashed at a time. Hashing uses threads of its own, and several of them would take all cores from everything
 * else. Attempts of strangers take turns with the others, however many there are.
 */
const hashing = new WorkTurns({ turnsMax: 1 });

const tooEasy = "This password is too easy to guess.";
const wrongLength =
  `A password must have ${passwordMinLength} to ${passwordMaxLength} characters. ` +
  "A few unrelated words are easy to remember.";

interface JudgedPassword {
  /** 0 to 4, as zxcvbn scores it. */
  readonly score: number;
  /** Why it is refused and how to improve it; null if it is accepted. */
  readonly objection: string | null;
}

/**
 * The only place that decides which passwords are accepted. Existing passwords stay valid. Null if too many are
 * waiting.
 */
export async function judgePassword(
  password: string,
  holder: PasswordHolder,
): Promise<JudgedPassword | null> {
  if (!hasGoodLength(password)) return { score: 0, objection: wrongLength };
  const verdict = await passwordStrength({ password: asTyped(password), known: wordsOf(holder) });
  if (verdict === null) return null;
  const { score, isStrong, advice } = verdict;
  return { score, objection: isStrong ? null : [tooEasy, ...advice].join(" ") };
}

export async function refusePassword(password: string, holder: PasswordHolder): Promise<Refusal | null> {
  const judged = await judgePassword(password, holder);
  if (judged === null) return tooBusy();
  return judged.objection === null ? null : refuse("bad_password", judged.objection);
}

export function tooBusy(): Refusal {
  return refuse("too_busy", "Too many passwords are being checked right now. Try again in a moment.");
}

export function wrongPassword(): Refusal {
  return refuse("wrong_password", "The password is wrong.");
}

/** Counted as people count: a letter that takes two units of UTF-16 is one character. */
function hasGoodLength(password: string): boolean {
  const { length } = [...asTyped(password.slice(0, passwordMaxLength + 1))];
  return length >= passwordMinLength && password.length <= passwordMaxLength && password.isWellFormed();
}

export function hashPassword(password: string, whose: PasswordOf = "somebody known"): Promise<string> {
  return inTurn(whose, () =>
    Bun.password.hash(asTyped(password), {
      algorithm: "argon2id",
      memoryCost: memoryCostKiB,
      timeCost: passCount,
    }),
  );
}

/**
 * Whether the password matches the hash. If there is no such person, or one without a password, the same work is done
 * for nothing, so that the time does not tell which email addresses are known.
 */
export async function fitsPassword(
  password: string,
  hash: string | undefined,
  whose: PasswordOf = "somebody known",
): Promise<boolean> {
  if (password.length > passwordMaxLength) return false;
  if (hash !== undefined && hash !== noPassword)
    return inTurn(whose, () => Bun.password.verify(asTyped(password), hash));
  await hashPassword(password === "" ? "nothing" : password, whose);
  return false;
}

function inTurn<T>(whose: PasswordOf, work: () => Promise<T>): Promise<T> {
  return hashing.take({ name: whose, caller: "" }, work);
}

/** Keyboards write the same letter in several ways, which people cannot tell apart. */
function asTyped(password: string): string {
  return password.normalize("NFKC");
}
