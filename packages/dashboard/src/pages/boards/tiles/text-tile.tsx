import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { TileOf } from "../model/board.ts";

// Few boards have texts, and what reads Markdown is larger than most tiles.
const MarkdownText = lazyPart(async () => (await import("./markdown-text.tsx")).MarkdownText);

/** A text in Markdown. */
export function TextTile({ tile, title }: { readonly tile: TileOf<"text">; readonly title: string }) {
  return (
    <section
      className="flex h-full flex-col gap-2 overflow-y-auto px-3 pb-2 text-sm wrap-anywhere"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
      tabIndex={0}
      aria-label={title}
    >
      <MarkdownText text={tile.settings.text} />
    </section>
  );
}
