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

/** The place of what a tile is about to show: all of it, since a tile has its size from the start. */
export function TileLoading() {
  return (
    <div role="status" className="h-full px-3 pb-3">
      <span className="sr-only">Loading…</span>
      <div aria-hidden className="h-full animate-pulse rounded-sm bg-sunken motion-reduce:animate-none" />
    </div>
  );
}

/** Why a sensor is not shown. */
export function SourceNote({ lookup }: { readonly lookup: Extract<SourceLookup, string> }) {
  switch (lookup) {
    case "unpicked":
      return <TileNote>Choose a device above.</TileNote>;
    case "missing":
      return <TileNote>This sensor doesn’t exist.</TileNote>;
    case "loading":
      return <TileLoading />;
  }
}
