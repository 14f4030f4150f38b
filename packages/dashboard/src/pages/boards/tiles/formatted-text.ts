/** A part of a line. */
export type TextPart =
  | { readonly kind: "plain" | "bold"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

/** A block of lines that belong together. */
export type TextBlock =
  | { readonly kind: "heading"; readonly parts: readonly TextPart[] }
  | {
      readonly kind: "paragraph" | "bullets" | "numbers";
      readonly lines: readonly (readonly TextPart[])[];
    };

/**
 * Reads the part of Markdown that text tiles have: headings, lists, bold and links. Everything else is text as it was
 * typed, HTML too. Lengths are bounded, so that hostile text costs no more than its length.
 */
export function formattedText(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let isParted = true;
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      isParted = true;
      continue;
    }
    const heading = /^#{1,3} (.*)$/.exec(line);
    if (heading !== null) {
      blocks.push({ kind: "heading", parts: partsOf(heading[1]!) });
      isParted = true;
      continue;
    }
    const [kind, content] = itemOf(line);
    const parts = partsOf(content);
    const last = blocks.at(-1);
    if (last === undefined || last.kind === "heading" || last.kind !== kind || isParted)
      blocks.push({ kind, lines: [parts] });
    else blocks[blocks.length - 1] = { kind, lines: [...last.lines, parts] };
    isParted = false;
  }
  return blocks;
}

function itemOf(line: string): [kind: "paragraph" | "bullets" | "numbers", content: string] {
  const bullet = /^ {0,3}[-*] (.*)$/.exec(line);
  if (bullet !== null) return ["bullets", bullet[1]!];
  const numbered = /^ {0,3}\d{1,3}\. (.*)$/.exec(line);
  return numbered === null ? ["paragraph", line] : ["numbers", numbered[1]!];
}

/** Only pages on the web are linked, so that a link cannot run a script. */
const marked = /\*\*([^*]{1,500})\*\*|\[([^\][]{1,200})\]\((https?:\/\/[^\s()]{1,1000})\)/g;

function partsOf(line: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) parts.push({ kind: "plain", text: line.slice(end, to) });
  };
  for (const { index, 0: whole, 1: bold, 2: text, 3: url } of line.matchAll(marked)) {
    plain(index);
    if (bold !== undefined) parts.push({ kind: "bold", text: bold });
    else if (text !== undefined && url !== undefined) parts.push({ kind: "link", text, url });
    end = index + whole.length;
  }
  plain(line.length);
  return parts;
}
