import { type ReactNode, useEffect, useRef } from "react";

/**
 * What to ask for on the left, what came of it on the right. Each scrolls for itself: the panel is not high. Where they
 * are below each other, what came of it is brought into sight.
 */
export function PanelColumns({
  form,
  result,
  children,
}: {
  readonly form: ReactNode;
  /** Another for everything that was asked; null before. */
  readonly result: object | null;
  readonly children: ReactNode;
}) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== null) shown.current?.scrollIntoView();
  }, [result]);
  return (
    <div className="@container h-full">
      <div className="grid @lg:h-full @lg:grid-cols-[236px_minmax(0,1fr)]">
        <div className="border-line px-4 pt-4 @lg:min-h-0 @lg:overflow-y-auto @lg:border-r">{form}</div>
        <div ref={shown} className="flex min-w-0 flex-col gap-3 p-4 @lg:min-h-0 @lg:overflow-y-auto">
          {children}
        </div>
      </div>
    </div>
  );
}

/** The button of such a form stays in sight. */
export function PanelFormFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-3">
      {children}
    </div>
  );
}
