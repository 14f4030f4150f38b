/**
 * Which passwords are guessed first. The server refuses them, and forms say so before they are sent. It is no measure of
 * strength: whoever tries passwords begins with these, and most of what is long enough and not among them is good.
 */
export const passwordMinLength = 10;

/** Whose password it is, as far as that is known. */
export interface PasswordHolder {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Digits and signs behind one of them do not make it harder. */
const commonWords = new Set(
  `abc admin administrator arduino arsenal azerty baseball basketball batman changeme chelsea computer default
  dragon football google guest hello helloworld iloveyou internet jordan letmein liverpool login master michael
  minecraft monkey mypassword p@ssw0rd p@ssword pass passw0rd passwort password pokemon princess qwerty qwertz
  raspberry raspberrypi root samsung secret sensor shadow starwars sunshine superman temp test testing
  thisismypassword trustno user weir welcome whatever`.split(/\s+/),
);

/** Keys and letters as they follow on each other, in either direction. */
const sequences = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
].flatMap((sequence) => [sequence, [...sequence].reverse().join("")]);

/** Why a password is too easy to guess, as a sentence; null where it is not. */
export function whyGuessable(password: string, holder: PasswordHolder = {}): string | null {
  const typed = password.normalize("NFKC").toLowerCase();
  if (isRepeated(typed)) return "This is too easy to guess: it repeats the same few characters.";
  if (namesOf(holder).includes(lettersAndDigits(typed)))
    return "This is too easy to guess: it is your own name or e-mail address.";
  if (isCommon(typed)) return "This is too easy to guess: it is among the first that anybody tries.";
  return null;
}

/** A piece that is too short for a password does not become one by being typed again. */
function isRepeated(typed: string): boolean {
  const pieceMax = Math.min(passwordMinLength - 1, Math.floor(typed.length / 2));
  for (let piece = 1; piece <= pieceMax; piece++) if (typed.startsWith(typed.slice(piece))) return true;
  return false;
}

/** The address, what stands before its @, and the name: however they are written. */
function namesOf({ email = "", name = "" }: PasswordHolder): string[] {
  return [email, email.split("@")[0]!, name].map(lettersAndDigits).filter((text) => text !== "");
}

function isCommon(typed: string): boolean {
  const word = typed.replace(/[^\p{L}]+$/u, "");
  return commonWords.has(word) || sequences.some((sequence) => sequence.includes(typed));
}

function lettersAndDigits(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
