import type { BoardData } from "./data/board-data.ts";
import { spanWords } from "./model/board.ts";

/** What a board shows: the device or group that is picked, and the time range. */
export function ShownPlace({ data: { picked, deviceOf, spanName } }: { readonly data: BoardData }) {
  const device = picked?.kind === "device" ? deviceOf(picked.device) : null;
  const name =
    picked?.kind === "group" ? picked.group : typeof device === "object" ? device?.name : undefined;
  return <PlaceLine picked={name ?? null} span={spanName} />;
}

export function PlaceLine({
  picked,
  span,
}: {
  readonly picked: string | null;
  readonly span: BoardData["spanName"];
}) {
  return (
    <p className="text-sm text-muted">
      {picked !== null && <span className="wrap-anywhere">{picked} · </span>}Last {spanWords[span]}
    </p>
  );
}
