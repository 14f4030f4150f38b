import { RawJson } from "../../platform/raw-json.ts";

const metadataObject = /(?<=[{,]"metadata":)\{/g;
const stringOrBrace = /"(?:[^"\\]|\\.)*"|[{}]/g;

/** The answer of the API. Metadata stay the text that a device sent, which no parser gives back to the letter. */
export function parseExactly(text: string): unknown {
  const mark = crypto.randomUUID();
  const kept = new Map<string, RawJson>();
  let marked = "";
  let from = 0;
  metadataObject.lastIndex = 0;
  for (let found = metadataObject.exec(text); found !== null; found = metadataObject.exec(text)) {
    const end = endOfObject(text, found.index);
    const name = `${mark} ${kept.size}`;
    kept.set(name, new RawJson(text.slice(found.index, end)));
    marked += `${text.slice(from, found.index)}"${name}"`;
    from = end;
    metadataObject.lastIndex = end;
  }
  return JSON.parse(marked + text.slice(from), (_key, value) => kept.get(value) ?? value);
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  stringOrBrace.lastIndex = start;
  for (;;) {
    const found = stringOrBrace.exec(text);
    if (found === null) return text.length;
    if (found[0] === "{") depth++;
    if (found[0] === "}") depth--;
    if (depth === 0) return stringOrBrace.lastIndex;
  }
}
