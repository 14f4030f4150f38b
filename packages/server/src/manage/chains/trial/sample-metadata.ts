import { endOfValue, jsonMembers, skipSpace, startOfFirst, startOfNext } from "@weir/rule-engine/json-text";

const utf8 = new TextDecoder();

/**
 * The metadata of each sample of a dry run as it was written, because a number such as 12345678901234567890 or 1e400
 * does not survive being parsed. Empty for a sample without metadata. The body was parsed and found valid before.
 */
export function sampleMetadata(body: Uint8Array): string[] {
  const text = utf8.decode(body);
  const samples = jsonMembers(text, skipSpace(text, 0)).get("samples")?.valueText ?? "[]";
  const found: string[] = [];
  for (let at = startOfFirst(samples, 0); at !== null; at = startOfNext(samples, endOfValue(samples, at))) {
    found.push(jsonMembers(samples, at).get("metadata")?.valueText ?? "");
  }
  return found;
}
