import { useLayoutEffect, useRef, useState } from "react";
import { nodeReferencePath } from "../model/node-categories.ts";
import type { NodeType } from "../model/node-type.ts";
import { HelpText } from "./help-text.tsx";

/**
 * Explains a type of node. A long text is cut off until someone asks for the rest, because the settings come first. The
 * documentation opens in a new tab, so that nobody leaves the editor by accident.
 */
export function NodeHelp({ type: { type, title, category, help } }: { readonly type: NodeType }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {};
    setIsCut(scrollHeight > clientHeight);
  }, []);
  return (
    <div className="text-sm text-muted">
      <p ref={paragraph} className={isOpen ? undefined : "line-clamp-4"}>
        <HelpText text={help} />
      </p>
      <p className="flex gap-x-3">
        {isCut && (
          <button type="button" className="text-accent hover:underline" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Less" : "More"}
          </button>
        )}
        <a
          href={nodeReferencePath(category, type)}
          target="_blank"
          rel="noreferrer"
          aria-label={`${title} in the node reference (opens in a new tab)`}
          className="text-accent hover:underline"
        >
          Node reference
        </a>
      </p>
    </div>
  );
}
