import type { TileOf } from "../model/board.ts";
import { formattedText, type TextBlock, type TextPart } from "./formatted-text.ts";

/** A text with headings, lists, bold and links. */
export function TextTile({ tile, title }: { readonly tile: TileOf<"text">; readonly title: string }) {
  return (
    <section
      className="flex h-full flex-col gap-2 overflow-y-auto px-3 pb-2 text-sm wrap-anywhere"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
      tabIndex={0}
      aria-label={title}
    >
      {formattedText(tile.settings.text).map((block, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have nothing else that tells them apart.
        <Block key={nth} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { readonly block: TextBlock }) {
  if (block.kind === "heading") {
    return (
      <h3 className="font-semibold">
        <Parts parts={block.parts} />
      </h3>
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p className="whitespace-pre-wrap">
        {block.lines.map((parts, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart.
          <span key={nth}>
            {nth > 0 && "\n"}
            <Parts parts={parts} />
          </span>
        ))}
      </p>
    );
  }
  const List = block.kind === "bullets" ? "ul" : "ol";
  return (
    <List className={`pl-5 ${block.kind === "bullets" ? "list-disc" : "list-decimal"}`}>
      {block.lines.map((parts, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing else that tells them apart.
        <li key={nth}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  );
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart.
  return parts.map((part, nth) => <Part key={`${nth} ${part.kind}`} part={part} />);
}

function Part({ part }: { readonly part: TextPart }) {
  switch (part.kind) {
    case "plain":
      return part.text;
    case "bold":
      return <strong>{part.text}</strong>;
    case "link":
      return (
        <a href={part.url} target="_blank" rel="noopener noreferrer" className="text-accent hover:underline">
          {part.text}
        </a>
      );
  }
}
