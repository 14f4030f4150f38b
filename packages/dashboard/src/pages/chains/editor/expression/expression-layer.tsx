import { cx } from "../../../../ui/class-names.ts";
import type { Token, TokenKind } from "../../model/expression/expression-tokens.ts";

const colours: Record<TokenKind, string> = {
  space: "",
  text: "text-(--series-2)",
  number: "text-(--series-6)",
  word: "text-accent",
  call: "text-(--series-3)",
  literal: "text-(--series-5)",
  mark: "text-muted",
};

/** The coloured text behind the transparent field, in the same size, with a wavy line under an error. */
export function ExpressionLayer({
  text,
  tokens,
  wrongAt,
}: {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The index of the character with the error; null if there is none. */
  readonly wrongAt: number | null;
}) {
  const isAtEnd = wrongAt !== null && wrongAt >= text.trimEnd().length;
  return (
    <div
      aria-hidden
      className="pointer-events-none min-h-8 px-2.5 py-1.5 font-mono text-sm break-words whitespace-pre-wrap pointer-coarse:min-[22rem]:text-lg/5"
    >
      {tokens.map(({ kind, start, end }) => (
        <span
          key={start}
          className={cx(
            colours[kind],
            wrongAt !== null &&
              !isAtEnd &&
              start <= wrongAt &&
              wrongAt < end &&
              "underline decoration-bad decoration-wavy underline-offset-3",
          )}
        >
          {text.slice(start, end)}
        </span>
      ))}
      {/* An empty last line has no height in a layer, but it has in a text field. */}
      <span className={cx(isAtEnd && "underline decoration-bad decoration-wavy underline-offset-3")}>
        {isAtEnd ? "  " : "​"}
      </span>
    </div>
  );
}
