import { useLayoutEffect, useRef, useState } from "react";
import { HelpText } from "./help-text.tsx";

/** What a node does. Where it takes more than a few lines, the rest is there when somebody asks: the settings come first. */
export function NodeHelp({ text }: { readonly text: string }) {
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
        <HelpText text={text} />
      </p>
      {isCut && (
        <button type="button" className="text-accent hover:underline" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Less" : "More"}
        </button>
      )}
    </div>
  );
}
