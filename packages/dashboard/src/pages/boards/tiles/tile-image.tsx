import { useState } from "react";
import { cx } from "../../../ui/class-names.ts";
import type { ImageFit, TileOf } from "../model/board.ts";
import { TileNote } from "./tile-note.tsx";

const fits: Readonly<Record<ImageFit, string>> = { contain: "object-contain", cover: "object-cover" };

/** An image that fills its tile, or a note if it is gone. */
export function TileImage({
  address,
  tile: { settings },
  title,
}: {
  readonly address: string;
  readonly tile: TileOf<"image">;
  readonly title: string;
}) {
  const [isGone, setGone] = useState(false);
  if (isGone) return <TileNote>This image doesn’t exist anymore.</TileNote>;
  return (
    <img
      src={address}
      alt={settings.alt || title}
      onError={() => setGone(true)}
      className={cx("size-full", fits[settings.fit], settings.fit === "contain" && "px-3 pb-3")}
    />
  );
}
