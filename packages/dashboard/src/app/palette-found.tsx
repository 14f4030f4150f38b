import { Command } from "cmdk";
import type { Destination } from "../ui/destination.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";
import { type FoundGroup, isNamedOtherwise } from "./use-found.ts";

export function PaletteFound({
  search,
  groups,
  isLooking,
  onGo,
}: {
  readonly search: string;
  readonly groups: readonly FoundGroup[];
  readonly isLooking: boolean;
  readonly onGo: (page: Destination, label: string) => void;
}) {
  return (
    <>
      <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
        {isLooking ? "Searching…" : `No results for “${search}”.`}
      </Command.Empty>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ heading, Icon, items }) => (
          <PaletteGroup key={heading} heading={heading}>
            {items.map((item) => (
              <PaletteItem
                key={item.id}
                name={item.name}
                id={item.id}
                words={item.words}
                icon={<Icon size={15} aria-hidden />}
                onSelect={() => onGo(item.page, item.name)}
              >
                {item.name}
                {item.of !== null && <span className="ml-1 text-muted"> {item.of}</span>}
                {isNamedOtherwise(search, item) && <UuidPart uuid={item.id} search={search} />}
              </PaletteItem>
            ))}
          </PaletteGroup>
        ))}
    </>
  );
}

const aroundLength = 4;

/** Explains why a result with a different name was found. */
function UuidPart({ uuid, search }: { readonly uuid: string; readonly search: string }) {
  const at = uuid.indexOf(search.toLowerCase());
  if (at < 0) return null;
  const [from, to] = [at - aroundLength, at + search.length + aroundLength];
  const part = uuid.slice(Math.max(0, from), to);
  return (
    <code className="ml-2 font-mono text-xs text-muted">
      {from > 0 && "…"}
      {part}
      {to < uuid.length && "…"}
    </code>
  );
}
