import { pictureNames, picturePath, readingOrder, scriptPath } from "@weir/protocol/docs-page/site-map";

export const openapiPath = "/openapi.json";

/** Every path that is answered from the docs. A request cannot name anything else, so it never reaches the disk. */
export const docsPaths: readonly string[] = [
  openapiPath,
  scriptPath,
  ...readingOrder,
  ...pictureNames.map(picturePath),
];
