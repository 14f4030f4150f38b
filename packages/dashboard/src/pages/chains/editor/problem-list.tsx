import { CircleAlert, TriangleAlert } from "lucide-react";
import { adviceOf } from "../../../format/chain-advice.ts";
import { problemPlace } from "../model/node-words.ts";
import { useEditor, useEditorStore } from "./use-editor.ts";
import { goToProblem } from "./use-editor-keys.ts";

/** All problems, each with a link to its node. */
export function ProblemList() {
  const editor = useEditor();
  const { problems, definition } = editor;
  const store = useEditorStore();
  if (problems.length === 0) return <p className="p-4 text-sm text-muted">No problems found.</p>;
  return (
    <ul className="p-2">
      {problems.map((problem) => {
        const { severity, node: id, field, message } = problem;
        const place = problemPlace(problem, editor);
        const hasNode = definition.nodes.some((node) => node.id === id);
        const text = (
          <>
            {severity === "error" ? (
              <CircleAlert size={15} aria-label="Error" role="img" className="mt-0.5 shrink-0 text-bad" />
            ) : (
              <TriangleAlert
                size={15}
                aria-label="Warning"
                role="img"
                className="mt-0.5 shrink-0 text-warn"
              />
            )}
            <span>
              {place !== null && <span className="font-medium">{place}: </span>}
              {adviceOf(problem)}
            </span>
          </>
        );
        return (
          <li key={`${id} ${field} ${message}`} className="text-sm">
            {!hasNode ? (
              <div className="flex gap-2 px-2 py-1">{text}</div>
            ) : (
              <button
                type="button"
                className="flex w-full gap-2 rounded-sm px-2 py-1 text-left hover:bg-hover"
                onClick={() => goToProblem(problem, store)}
              >
                {text}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
