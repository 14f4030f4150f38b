import { RawJson } from "../../platform/raw-json.ts";

const metadataMember = '"metadata":{';
/** Replaces metadata while the rest is parsed. No server knows it, so no text of an answer can be mistaken for it. */
const mark = `${crypto.randomUUID()} `;

/** Parses an answer of the API. Metadata stays the text that a device sent, because no parser returns it exactly. */
export function parseExactly(text: string): unknown {
  const kept: RawJson[] = [];
  let marked = "";
  let from = 0;
  for (let at = text.indexOf(metadataMember); at >= 0; at = text.indexOf(metadataMember, at + 1)) {
    // A key that ends in these letters, or a string that contains them, begins differently.
    if (at < from || !"{,".includes(text.charAt(at - 1))) continue;
    const start = at + metadataMember.length - 1;
    const end = endOfObject(text, start);
    marked += `${text.slice(from, start)}"${mark}${kept.length}"`;
    kept.push(new RawJson(text.slice(start, end)));
    from = end;
  }
  const parsed: unknown = JSON.parse(marked + text.slice(from));
  if (kept.length > 0) putBack(parsed, kept);
  return parsed;
}

/** Visits all members itself, because a reviver of JSON.parse takes six times as long. */
function putBack(value: unknown, kept: readonly RawJson[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) putBack(item, kept);
    return;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "object") putBack(member, kept);
    else if (key === "metadata" && typeof member === "string" && member.startsWith(mark))
      members[key] = kept[Number(member.slice(mark.length))];
  }
}

const [quote, backslash, opening, closing] = [0x22, 0x5c, 0x7b, 0x7d];

function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString && code === backslash) at++;
    else if (code === quote) isInString = !isInString;
    else if (isInString) continue;
    else if (code === opening) depth++;
    else if (code === closing && --depth === 0) return at + 1;
  }
  return text.length;
}
