import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cx } from "../class-names.ts";
import { Scroller } from "../scroller.tsx";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly isWide?: boolean;
  /** Only its own buttons close it, because its content would be lost by one wrong key or click. */
  readonly isHeldOpen?: boolean;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
}

/** What a dialog consists of. It comes with the library that positions and holds what lies over a page. */
export function DialogFrame({
  isOpen,
  onClose,
  title,
  description,
  isWide = false,
  isHeldOpen = false,
  children,
  actions,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !isHeldOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-100 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Popup
          // Focuses the first field, because a person who opens a form wants to fill it in. With its own autoFocus, the
          // field would get the focus too early and lose it again when this dialog replaces another one, which returns
          // the focus as it closes.
          initialFocus={() => content.current?.querySelector<HTMLElement>("input, select, textarea") ?? true}
          className={cx(
            "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col",
            "rounded-lg border border-line bg-raised shadow-(--shadow) transition-opacity duration-100",
            "data-starting-style:opacity-0 data-ending-style:opacity-0",
            isWide ? "max-w-3xl" : "max-w-lg",
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div>
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            {!isHeldOpen && (
              <Base.Close
                aria-label="Close"
                className="-mr-1.5 inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
              >
                <X size={16} aria-hidden />
              </Base.Close>
            )}
          </header>
          <Scroller ref={content} className="overflow-y-auto px-5 py-4">
            {children}
          </Scroller>
          {actions !== undefined && (
            <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
