import type { ExpressionResult } from "@weir/protocol/closed-sets";
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useCall } from "../../../../api/queries.ts";
import { cx } from "../../../../ui/class-names.ts";
import { completableKeys, insertWord, isClosedAlready } from "../../model/expression/complete-expression.ts";
import { explainExpression } from "../../model/expression/explain-expression.ts";
import { tokensOf } from "../../model/expression/expression-tokens.ts";
import { wordsOf } from "../../model/expression/expression-words.ts";
import { sampleReading } from "../../model/expression/sample-reading.ts";
import { HelpText } from "../help-text.tsx";
import { useShared } from "../use-editor.ts";
import { CompletionList } from "./completion-list.tsx";
import { ExpressionHelp } from "./expression-help.tsx";
import { ExpressionLayer } from "./expression-layer.tsx";
import { ExpressionVerdict } from "./expression-verdict.tsx";
import { useCheckedExpression } from "./use-checked-expression.ts";
import { useCompletion } from "./use-completion.ts";

/**
 * A field for one expression: an ordinary text field with a layer behind it that colours the text, so that typing, undo
 * and dictation work as everywhere. For assistive technology it is a plain textbox with the chosen completion as its
 * active descendant, because a text of several lines must not be a combobox.
 */
export function ExpressionField({
  id,
  value,
  onChange,
  label,
  error,
  nodeType,
  result = resultOf(nodeType),
  help,
  isReadOnly = false,
}: {
  readonly id: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
  readonly error?: string | undefined;
  readonly nodeType: string;
  /** The kind of result that the node's field requires. */
  readonly result?: ExpressionResult;
  readonly help?: string | undefined;
  readonly isReadOnly?: boolean;
}) {
  const words = useWords();
  const { metadata } = useShared(sampleReading);
  const keys = useMemo(() => completableKeys(metadata), [metadata]);
  const listId = useId();
  const verdictId = `${id}-verdict`;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const wantedCaret = useRef<number | null>(null);
  const [caret, setCaret] = useState(0);
  const [isFocused, setIsFocused] = useState(false);
  const tokens = useMemo(() => tokensOf(value), [value]);
  const checked = useCheckedExpression(value, result);

  const completion = useCompletion({ text: value, tokens, caret }, words, keys, (part, word) => {
    const put = insertWord(value, part, word);
    wantedCaret.current = put.caret;
    onChange(put.text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret can be moved once the new text is shown.
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    setCaret(wantedCaret.current);
    wantedCaret.current = null;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key === ")" && selectionStart === selectionEnd && isClosedAlready(value, selectionStart)) {
      event.preventDefault();
      event.currentTarget.setSelectionRange(selectionStart + 1, selectionStart + 1);
      completion.close();
    } else completion.onKeyDown(event);
  };
  const follow = (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionStart);
  const explanation = isFocused ? explainExpression({ text: value, tokens, caret }, words) : null;
  const { offer } = completion;
  // While someone chooses a word, the text is unfinished rather than wrong.
  const shown = offer === null ? checked : null;
  const wrongAt = shown !== null && !shown.ok ? shown.at : null;
  const isWrong = wrongAt !== null || (error !== undefined && offer === null);

  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div
        ref={box}
        className={cx(
          "relative rounded-md border bg-surface",
          isWrong ? "border-bad" : "border-line-strong hover:border-faint",
        )}
      >
        <ExpressionLayer text={value} tokens={tokens} wrongAt={wrongAt} />
        <textarea
          ref={input}
          id={id}
          value={value}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          placeholder="e.g. value > 30.0"
          aria-describedby={verdictId}
          aria-invalid={isWrong || undefined}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(offer === null
            ? {}
            : { "aria-controls": listId, "aria-activedescendant": `${listId}-${offer.chosen}` })}
          onChange={(event) => {
            const { value: text, selectionStart } = event.target;
            onChange(text);
            setCaret(selectionStart);
            completion.onTyped(text, selectionStart);
          }}
          onSelect={follow}
          onKeyDown={isReadOnly ? undefined : onKeyDown}
          onMouseDown={completion.close}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false);
            completion.close();
          }}
          className={cx(
            "absolute inset-0 size-full resize-none overflow-hidden rounded-md bg-transparent px-2.5 py-1.5",
            "font-mono text-sm break-words whitespace-pre-wrap caret-text placeholder:[-webkit-text-fill-color:var(--faint)]",
            "[-webkit-text-fill-color:transparent]",
          )}
        />
      </div>
      {offer !== null && (
        <CompletionList
          id={listId}
          anchor={box}
          words={offer.completion.words}
          chosen={offer.chosen}
          onChoose={completion.accept}
          onClose={completion.close}
        />
      )}
      <ExpressionVerdict
        id={verdictId}
        label={label}
        checked={shown}
        error={offer === null ? error : undefined}
      />
      {explanation !== null ? (
        <ExpressionHelp explanation={explanation} />
      ) : (
        <p className="text-xs text-muted">
          {help !== undefined && <HelpText text={help} />}
          {isFocused && !isReadOnly && " Press Ctrl-Space for suggestions."}
        </p>
      )}
    </div>
  );
}

/** The kind of result that a type of node requires if its field does not say. */
function resultOf(nodeType: string): ExpressionResult {
  return nodeType === "calculate" ? "number" : "bool";
}

function useWords() {
  const { data } = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => wordsOf(data?.vocabulary ?? []), [data]);
}
