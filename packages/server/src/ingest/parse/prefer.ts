import type { Handling } from "@weir/protocol/contracts";
import { splitOutsideQuotes } from "./split-outside-quotes.ts";

/**
 * The `handling` preference of RFC 7240, or null where none is stated. Of repeated preferences the first counts;
 * unknown ones and unknown values are ignored, as the standard asks.
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
