import { messageOf } from "../api/problem.ts";

/** A text, or a function that fetches a text that must not be in the page, such as a command with a token. */
export type CopiedText = string | (() => Promise<string>);

const refused = "Your browser doesn’t let this page copy. Select the text and copy it manually.";
/** Safari accepts a text only during the click, which is over by the time a hidden token has been fetched. */
const refusedFetched =
  "Your browser can’t copy a hidden token on plain HTTP. Show the token, then copy again.";

/** Copies a text. Returns why that failed, in words; null if it worked. */
export async function copyToClipboard(text: CopiedText): Promise<string | null> {
  // Browsers give pages no clipboard on plain HTTP, which is common in local networks.
  if (navigator.clipboard === undefined) return copyWithCommand(text);
  const fetched = typeof text === "string" ? Promise.resolve(text) : text();
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    // A browser may accept a text only during the click, so it gets a promise of the text.
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched.then(blobOf) })]);
    return null;
  } catch {
    return fetched.then(copyWithCommand, messageOf);
  }
}

function blobOf(text: string): Blob {
  return new Blob([text], { type: "text/plain" });
}

/** Copies with the old command: the browser asks the page for the text, which is never put into the page. */
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

/** Some browsers copy only while something is selected. The selection is restored afterwards. */
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
