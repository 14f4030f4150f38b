/** Enough for a page, and a few dozen kilobytes. */
const longestPx = 640;
const quality = 0.85;

/** Makes a picture as small as the page needs it. Rejects if the browser cannot read the file as a picture. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const share = Math.min(1, longestPx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * share));
  canvas.height = Math.max(1, Math.round(bitmap.height * share));
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Browsers that cannot write WebP write a PNG instead.
  const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", quality));
  if (shrunk === null) throw new Error("Your browser couldn’t resize the picture.");
  return shrunk;
}
