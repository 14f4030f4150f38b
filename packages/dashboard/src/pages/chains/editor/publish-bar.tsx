import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { cx } from "../../../ui/class-names.ts";
import { problemText } from "../model/node-words.ts";
import { DraftLine, type DraftLineProps } from "./draft-line.tsx";
import { useEditor, useEditorStore } from "./use-editor.ts";
import { goToProblem } from "./use-editor-keys.ts";

/**
 * What publishing would change, and below it the first problem. Its height never changes, so that nothing below it moves
 * while someone edits. A narrow window, which has no room for a long line, is the exception.
 */
export function PublishBar(props: DraftLineProps) {
  const bar = useRef<HTMLElement>(null);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Draft"
      className="shrink-0 border-y border-line bg-surface px-6 py-1.5 outline-none max-md:px-4"
    >
      <div className="flex h-7 items-center gap-3 text-sm max-md:h-auto max-md:min-h-7">
        <DraftLine {...props} onDone={() => bar.current?.focus()} />
      </div>
      <AdviceLine />
    </section>
  );
}

const signs = { error: CircleAlert, warning: TriangleAlert };
const looks = { error: "text-bad", warning: "text-warn" };

/** The first problem. The line is always there, so that nothing moves when a problem appears. */
function AdviceLine() {
  const editor = useEditor();
  const { problems, isChecked } = editor;
  const store = useEditorStore();
  const [first] = problems;
  if (first === undefined) {
    return (
      <p className={cx(line, "text-muted")}>
        {isChecked && (
          <>
            <CircleCheck size={15} aria-hidden className="shrink-0" />
            No problems found.
          </>
        )}
      </p>
    );
  }
  const { node, severity } = first;
  const Sign = signs[severity];
  const text = problemText(first, editor);
  return (
    <div className={cx(line, looks[severity])}>
      <Sign
        size={15}
        aria-label={severity === "error" ? "Error" : "Warning"}
        role="img"
        className="shrink-0"
      />
      {node === null ? (
        <p title={text} className={clipped}>
          {text}
        </p>
      ) : (
        <button
          type="button"
          title={text}
          className={cx(clipped, "text-left hover:underline")}
          onClick={() => goToProblem(first, store)}
        >
          {text}
        </button>
      )}
      {problems.length > 1 && (
        <Link
          to="."
          search={(before: object) => ({ ...before, panel: "problems" })}
          replace
          className="shrink-0 underline"
        >
          and {problems.length - 1} more
        </Link>
      )}
    </div>
  );
}

const clipped = "truncate max-md:line-clamp-2 max-md:whitespace-normal";
const line = "flex h-6 items-center gap-2 text-sm max-md:h-10";
