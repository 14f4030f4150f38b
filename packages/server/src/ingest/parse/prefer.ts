import type { Handling } from "@weir/protocol/contracts";
import { splitOutsideQuotes } from "./split-outside-quotes.ts";

/**
 * Returns the `handling` preference of RFC 7240, or null. If a preference is repeated, the first counts; unknown preferences
 * and values are ignored, as the standard requires.
 */
export function preferredHandling(prefer: string | null): Handling | null {
  if (prefer === null) return null;
  for (const preference of splitOutsideQuotes(prefer, ",")) {
    const [name, value = ""] = splitOutsideQuotes(preference, ";")[0]!.split("=");
    if (name?.trim().toLowerCase() !== "handling") continue;
    const handling = value.trim().replaceAll('"', "").toLowerCase();
    return handling === "strict" || handling === "lenient" ? handling : null;
  }
  return null;
}
