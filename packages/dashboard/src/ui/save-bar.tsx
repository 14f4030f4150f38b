import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { unsavedText } from "./unsaved-text.ts";

/**
 * The end of a form for something that exists. While anything is unsaved, it says what, and stays on screen however long
 * the form is.
 */
export function SaveBar({
  unsaved,
  isBusy,
  isComplete = true,
  onDiscard,
}: {
  /** The names of the changed fields, in the person's words. */
  readonly unsaved: readonly string[];
  readonly isBusy: boolean;
  /** Whether the form is complete, if the browser cannot tell from the fields. */
  readonly isComplete?: boolean;
  readonly onDiscard: () => void;
}) {
  const isChanged = unsaved.length > 0;
  return (
    <div
      className={cx(
        "flex flex-wrap items-center justify-end gap-2",
        isChanged &&
          "sticky bottom-3 z-10 rounded-lg border border-line bg-raised px-4 py-2.5 shadow-(--shadow)",
      )}
    >
      {isChanged && (
        <p className="mr-auto text-sm text-muted" aria-live="polite">
          {unsavedText(unsaved)}
        </p>
      )}
      <div className="flex gap-2">
        {isChanged && <Button onClick={onDiscard}>Discard changes</Button>}
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!isChanged || !isComplete}>
          Save changes
        </Button>
      </div>
    </div>
  );
}
