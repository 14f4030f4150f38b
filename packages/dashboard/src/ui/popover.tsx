import { Popover as Base } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, useState } from "react";
import { cx } from "./class-names.ts";

/** A button that opens a small panel beside it. A panel that is higher than the room for it scrolls. */
export function Popover({
  trigger,
  label,
  isOpenedByHover = false,
  isOpenAtFirst = false,
  align = "start",
  className,
  children,
}: {
  /** The button. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** The name of the panel for screen readers. */
  readonly label: string;
  readonly isOpenedByHover?: boolean;
  readonly isOpenAtFirst?: boolean;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} openOnHover={isOpenedByHover} delay={80} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className={cx(
              "max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-raised text-sm shadow-(--shadow) outline-none",
              className,
            )}
          >
            {children(() => setOpen(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
