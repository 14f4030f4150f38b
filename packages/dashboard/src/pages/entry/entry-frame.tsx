import { type ReactNode, useEffect } from "react";
import { setPageTitle } from "../../ui/document-title.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";

/** The frame of pages without a sign-in: one column and one task. */
export function EntryFrame({
  title,
  intro,
  children,
  foot,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
  /** Further links, below the form. */
  readonly foot?: ReactNode;
}) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  // After the sign-in the form is gone, so the focus moves to the page.
  useFocusBack();
  return (
    <main className="flex min-h-full flex-col items-center px-4 pt-[12vh] pb-12 max-md:pt-10">
      <div className="flex w-full max-w-88 flex-col gap-5">
        <div className="flex items-center gap-2 text-lg font-semibold">
          <img src="/weir.svg" alt="" width={26} height={26} />
          Weir
        </div>
        <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6 max-md:p-5">
          <div className="flex flex-col gap-1">
            <h1 className="text-xl font-semibold">{title}</h1>
            {intro !== undefined && <div className="text-sm text-muted">{intro}</div>}
          </div>
          {children}
        </div>
        {foot !== undefined && <div className="px-1 text-center text-sm text-muted">{foot}</div>}
      </div>
    </main>
  );
}

/** Looks like the links in running text. */
export const entryLinkClass = "font-medium text-accent underline-offset-2 hover:underline";
