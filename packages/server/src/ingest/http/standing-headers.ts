/**
 * The headers that every answer of the listener has, whatever it answers: set here and nowhere else, as lines that are
 * put together once.
 */
const onEveryAnswer = [
  // What an answer is, its Content-Type says. A browser that guesses could take a device's text for a page.
  "X-Content-Type-Options: nosniff",
  // Addresses here name devices and accounts, which is nobody else's business.
  "Referrer-Policy: no-referrer",
];

/**
 * A browser that was here over TLS never again asks without it, for a year. Only this host, because others below its
 * name may be somebody else's.
 */
const overTls = ["Strict-Transport-Security: max-age=31536000"];

/** Unless an answer says otherwise, nobody keeps it: nearly all depend on who asks, and when. */
export const defaultCaching = "Cache-Control: no-store\r\n";

export function standingHeaders(hasTls: boolean): string {
  const headers = hasTls ? [...onEveryAnswer, ...overTls] : onEveryAnswer;
  return headers.map((header) => `${header}\r\n`).join("");
}
