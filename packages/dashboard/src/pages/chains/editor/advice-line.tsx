import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { cx } from "../../../ui/class-names.ts";
import { problemText } from "../model/problem-text.ts";
import { useEditor, useEditorStore } from "./use-editor.ts";
import { goToProblem } from "./use-editor-keys.ts";

const signs = { error: CircleAlert, warning: TriangleAlert };
const looks = { error: "text-bad", warning: "text-warn" };

/** The first thing that is wrong or worth knowing. Its line is always there, so that nothing moves when there is one. */
export function AdviceLine() {
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
        <p {...{ title: text, className: clipped }}>{text}</p>
      ) : (
        <button
          type="button"
          {...{ title: text, className: cx(clipped, "text-left hover:underline") }}
          onClick={() => goToProblem(first, store)}
        >
          {text}
        </button>
      )}
      {problems.length > 1 && (
        <Link
          to="."
          search={((known: object) => ({ ...known, panel: "problems" })) as never}
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
