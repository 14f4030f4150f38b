import { useQuery } from "@tanstack/react-query";
import { callFile } from "../../../api/client.ts";
import { useLinkSecret } from "../../entry/link-secret.ts";
import type { TileOf } from "../model/board.ts";
import { TileImage } from "../tiles/tile-image.tsx";
import { TileLoading, TileNote } from "../tiles/tile-note.tsx";

/** The image of a shared board. Only a request can carry the token of the link, so the page asks for the image itself. */
export function SharedImage({ tile, title }: { readonly tile: TileOf<"image">; readonly title: string }) {
  const bearer = useLinkSecret();
  const { id, settings } = tile;
  const { data, isError } = useQuery({
    queryKey: ["showSharedImage", bearer, id, settings.image],
    queryFn: async () => dataUrl(await callFile("showSharedImage", { bearer, params: { tile: id } })),
    // The image of an id never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <TileNote>This image doesn’t exist anymore.</TileNote>;
  return data === undefined ? <TileLoading /> : <TileImage address={data} tile={tile} title={title} />;
}

/** The policy of the page allows images in its own text, but none that scripts have made. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
