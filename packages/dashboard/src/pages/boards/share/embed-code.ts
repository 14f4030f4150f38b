/** The size at which a board of twelve columns has them all. */
const widthPx = 960;
const heightPx = 600;

/** What to put into a page of another site so that it shows the board of a share link. */
export function embedCode(link: string, boardName: string): string {
  const title = boardName.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${link}" title="${title}" width="${widthPx}" height="${heightPx}" style="border:0"></iframe>`;
}
