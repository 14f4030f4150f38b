import type { ReactNode } from "react";
import type { SourceLookup } from "../data/board-data.ts";

/** A short text in the middle of a tile that has nothing else to show. */
export function TileNote({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex h-full items-center justify-center px-3 text-center text-sm text-muted">
      <p>{children}</p>
    </div>
  );
}

/** Why a sensor is not shown. */
export function sourceNote(lookup: Extract<SourceLookup, string>): ReactNode {
  switch (lookup) {
    case "unpicked":
      return "Choose a device above.";
    case "missing":
      return "This sensor doesn’t exist.";
    case "loading":
      return <span role="status">Loading…</span>;
  }
}
