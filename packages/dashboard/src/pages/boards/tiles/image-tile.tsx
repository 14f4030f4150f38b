import { urlOf } from "../../../api/client.ts";
import { useTileData } from "../data/board-data.ts";
import type { TileOf } from "../model/board.ts";
import { TileImage } from "./tile-image.tsx";
import { TileNote } from "./tile-note.tsx";

/** An image that was added to the board. */
export function ImageTile({ tile, title }: { readonly tile: TileOf<"image">; readonly title: string }) {
  const { board } = useTileData();
  const { image } = tile.settings;
  if (board === null) return <TileNote>Save the board to see its images.</TileNote>;
  const address = urlOf("showBoardImage", { params: { board, image } });
  return <TileImage key={address} address={address} tile={tile} title={title} />;
}
