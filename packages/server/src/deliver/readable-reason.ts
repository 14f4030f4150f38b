const reasonCharsMax = 500;
/** Anything shorter is found in ordinary words, and taking it out would show it. */
const secretCharsMin = 4;

/** A reason as it may be kept and shown: on one line, not too long, and without the secrets that were in use. */
export function readableReason(reason: string, secrets: Iterable<string>): string {
  let text = reason;
  for (const secret of secrets) if (secret.length >= secretCharsMin) text = text.replaceAll(secret, "***");
  text = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return text.length > reasonCharsMax ? `${text.slice(0, reasonCharsMax)}…` : text;
}
