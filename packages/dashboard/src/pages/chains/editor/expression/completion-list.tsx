import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "../../../../ui/class-names.ts";
import { type ExpressionWord, isCalled } from "../../model/expression/expression-words.ts";

const heightMax = 280;
const widthMin = 280;
const gap = 4;

interface Box {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly width: number;
  readonly maxHeight: number;
}

/** The words that fit, above everything else on the page, and below the field if there is room. */
export function CompletionList({
  id,
  anchor,
  words,
  chosen,
  onChoose,
  onClose,
}: {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly words: readonly ExpressionWord[];
  readonly chosen: number;
  readonly onChoose: (word: ExpressionWord) => void;
  readonly onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows while somebody types.
  useLayoutEffect(() => {
    if (anchor.current !== null) setBox(placeAt(anchor.current.getBoundingClientRect()));
  }, [anchor, words]);
  useEffect(() => {
    // The list is placed once, so it closes when the page scrolls.
    const closeOutside = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) close.current();
    };
    addEventListener("scroll", closeOutside, true);
    addEventListener("resize", closeOutside);
    return () => {
      removeEventListener("scroll", closeOutside, true);
      removeEventListener("resize", closeOutside);
    };
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const word = words[chosen];
  return createPortal(
    <div
      ref={list}
      style={box ?? { visibility: "hidden" }}
      className="fixed z-60 flex flex-col overflow-hidden rounded-md border border-line bg-raised shadow-(--shadow)"
    >
      <div id={id} role="listbox" aria-label="Completions" className="min-h-0 overflow-y-auto p-1">
        {words.map((word, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen one as its active descendant.
          <div
            key={`${word.kind} ${word.name} ${word.forms[0]}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(word)}
            className={cx(
              "flex min-h-7 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm",
              place === chosen ? "bg-accent-soft" : "hover:bg-hover",
            )}
          >
            <span className="truncate font-mono">{word.name}</span>
            <span className="shrink-0 truncate text-xs text-muted">
              {word.kind === "operator" ? word.type : `${kindNames[word.kind]} · ${word.type}`}
            </span>
          </div>
        ))}
      </div>
      {word !== undefined && (
        <div className="shrink-0 border-t border-line px-3 py-1.5 text-xs">
          {isCalled(word) && <div className="truncate font-mono">{word.forms.join("  ")}</div>}
          <div className="text-muted">{word.help}</div>
        </div>
      )}
    </div>,
    // Inside the landmark of the page, but outside anything that scrolls around the field.
    anchor.current?.closest("main") ?? document.body,
  );
}

const kindNames: Record<ExpressionWord["kind"], string> = {
  variable: "variable",
  field: "field",
  key: "metadata",
  function: "function",
  method: "method",
  loop: "loop",
  operator: "operator",
};

function placeAt({ left, top, bottom, width }: DOMRect): Box {
  const below = innerHeight - bottom - 2 * gap;
  const isBelow = below >= heightMax || below >= top;
  const maxHeight = Math.min(heightMax, (isBelow ? below : top - 2 * gap) - gap);
  const shownWidth = Math.min(Math.max(width, widthMin), innerWidth - 2 * gap);
  return {
    left: Math.max(gap, Math.min(left, innerWidth - shownWidth - gap)),
    ...(isBelow ? { top: bottom + gap } : { bottom: innerHeight - top + gap }),
    width: shownWidth,
    maxHeight,
  };
}
