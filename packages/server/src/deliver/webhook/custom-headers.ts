import { reservedHeaders } from "@weir/rule-engine/webhook-headers";
import { DeliveryError } from "../delivery-error.ts";

/** Headers that delivery sets, besides the reserved ones that chains may not use. */
const ofStandardWebhooks = new Set(["webhook-id", "webhook-signature", "webhook-timestamp"]);

const headersMax = 32;
const headerBytesMax = 8 * 1024;

/**
 * Returns the header lines that a chain adds. Reserved ones are left out. A name or value that could end its line, and so begin
 * another header or another request, makes the message undeliverable.
 */
export function customHeaderLines(headers: Readonly<Record<string, string>>): string[] {
  const own = Object.entries(headers).filter(([name]) => !isReserved(name));
  if (own.length > headersMax) throw invalid(`There are more than ${headersMax} headers.`);
  const lines = own.map(([name, value]) => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw invalid("The name of a header is not valid.");
    if (!/^[\x20-\x7e]*$/.test(value)) {
      throw invalid(`The value of the header ${name} must be printable ASCII on one line.`);
    }
    return `${name}: ${value.trim()}`;
  });
  if (lines.join("\r\n").length > headerBytesMax)
    throw invalid(`The headers exceed ${headerBytesMax} bytes.`);
  return lines;
}

function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return reservedHeaders.has(lower) || ofStandardWebhooks.has(lower) || lower.startsWith("proxy-");
}

function invalid(problem: string): DeliveryError {
  return new DeliveryError("hopeless", problem);
}
