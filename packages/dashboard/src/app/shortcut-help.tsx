import { Dialog } from "../ui/dialog.tsx";
import { useFocusBack } from "../ui/use-focus-back.ts";
import { isMac } from "./is-mac.ts";
import { places } from "./places/places.ts";

type Keys = readonly (readonly [keys: string, what: string])[];

export interface ShortcutHelpProps {
  readonly onClose: () => void;
}

/** All keyboard shortcuts. The first list works on all pages. */
export function ShortcutHelp({ onClose }: ShortcutHelpProps) {
  useFocusBack();
  const control = isMac() ? "⌘" : "Ctrl";
  const everywhere: Keys = [
    [`${control} K`, "Search devices, sensors, charts, boards and pages"],
    ["/", "Search this page"],
    ...places.map(({ key, label }) => [`g ${key}`, label] as const),
    ["F6", "Go to notifications and back"],
    ["?", "Show this list"],
  ];
  const editor: Keys = [
    [`${control} Z`, "Undo"],
    [`${control} Shift Z`, "Redo"],
    [`${control} A`, "Select all nodes"],
    [`${control} C`, "Copy selection"],
    [`${control} V`, "Paste"],
    [`${control} D`, "Duplicate selection"],
    ["Del", "Delete selection"],
    ["Enter", "Open node settings"],
    ["Esc", "Clear selection or leave settings"],
  ];
  const chart: Keys = [
    ["← →", "Pan"],
    ["Shift ← →", "Step through values"],
    ["+ −", "Zoom"],
  ];
  const board: Keys = [
    ["← → ↑ ↓", "Move tile"],
    ["Shift ← → ↑ ↓", "Resize tile"],
    ["Del", "Delete tile"],
    [`${control} Z`, "Undo"],
    [`${control} Shift Z`, "Redo"],
  ];
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" isWide>
      <div className="grid grid-cols-2 gap-8 max-md:grid-cols-1 max-md:gap-5">
        <KeyList title="All pages" keys={everywhere} />
        <KeyList title="Rule chain editor" keys={editor} />
        <KeyList title="Charts" keys={chart} />
        <KeyList title="Board editor, on the handle of a tile" keys={board} />
      </div>
    </Dialog>
  );
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: Keys }) {
  return (
    <section>
      <h3 className="mb-2 text-sm text-muted">{title}</h3>
      <dl className="grid grid-cols-[max-content_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
