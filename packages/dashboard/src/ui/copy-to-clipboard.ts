import { messageOf } from "../api/problem.ts";

/** A text, or how to get one that is not to be in the page, such as a command with a token in it. */
export type CopiedText = string | (() => Promise<string>);

const refused = "Your browser doesn’t let this page copy. Select the text and copy it manually.";
/** Safari takes a text only while it handles the click, which is over when a hidden one has been fetched. */
const refusedFetched =
  "Your browser can’t copy a hidden token on plain HTTP. Show the token, then copy again.";

/** Why it was not copied, in words; null when it was. */
export async function copyToClipboard(text: CopiedText): Promise<string | null> {
  // On plain HTTP, which is usual in a local network, browsers have no clipboard for pages.
  if (navigator.clipboard === undefined) return copyWithCommand(text);
  const fetched = typeof text === "string" ? Promise.resolve(text) : text();
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    // A browser may take a text only while it handles the click, so it is promised one then, which comes later.
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched.then(blobOf) })]);
    return null;
  } catch {
    return fetched.then(copyWithCommand, messageOf);
  }
}

function blobOf(text: string): Blob {
  return new Blob([text], { type: "text/plain" });
}

/** The old way: a browser that is told to copy asks the page what. The text itself is never put into the page. */
async function copyWithCommand(wanted: CopiedText): Promise<string | null> {
  let text: string;
  try {
    text = typeof wanted === "string" ? wanted : await wanted();
  } catch (error) {
    return messageOf(error);
  }
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  const undo = selectSomething();
  document.addEventListener("copy", give, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", give, { capture: true });
  undo();
  if (isTaken) return null;
  return typeof wanted === "string" ? refused : refusedFetched;
}

/** Some browsers copy only where something is selected. Afterwards the selection is as it was. */
function selectSomething(): () => void {
  const selection = getSelection();
  const before = Array.from({ length: selection?.rangeCount ?? 0 }, (_, nth) => selection!.getRangeAt(nth));
  const stand = document.createElement("span");
  stand.textContent = "-";
  stand.className = "fixed top-0 opacity-0 select-text";
  document.body.append(stand);
  selection?.selectAllChildren(stand);
  return () => {
    stand.remove();
    selection?.removeAllRanges();
    for (const range of before) selection?.addRange(range);
  };
}
