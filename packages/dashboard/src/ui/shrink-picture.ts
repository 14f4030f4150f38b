const quality = 0.85;
/** How much smaller a picture is made that has too many bytes. */
const nextShare = 0.75;

/**
 * Makes a picture so small that neither side is longer than `longestPx` and that it has at most `bytesMax`. Rejects if the
 * browser cannot read the file as a picture.
 */
export async function shrinkPicture(
  file: Blob,
  { longestPx, bytesMax }: { readonly longestPx: number; readonly bytesMax: number },
): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (let px = longestPx; ; px *= nextShare) {
      const shrunk = await drawn(bitmap, px);
      if (shrunk.size <= bytesMax) return shrunk;
    }
  } finally {
    bitmap.close();
  }
}

async function drawn(bitmap: ImageBitmap, longestPx: number): Promise<Blob> {
  const share = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * share));
  canvas.height = Math.max(1, Math.round(bitmap.height * share));
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // Browsers that cannot write WebP write a PNG instead.
  const written = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", quality));
  if (written === null) throw new Error("Your browser couldn’t resize the picture.");
  return written;
}
