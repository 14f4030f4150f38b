import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";

/** A panel that slides in from the bottom, for phones. The page above it stays usable. */
export function Sheet({
  isOpen,
  onClose,
  title,
  children,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      modal={false}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup className="fixed inset-x-0 bottom-0 z-40 flex max-h-[60dvh] flex-col rounded-t-lg border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-(--shadow) outline-none transition-transform duration-100 data-starting-style:translate-y-full data-ending-style:translate-y-full">
          <Base.Title className="sr-only">{title}</Base.Title>
          <Base.Close
            aria-label="Close"
            className="absolute top-2.5 right-3 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover"
          >
            <X size={16} aria-hidden />
          </Base.Close>
          <div className="overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
