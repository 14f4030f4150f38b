const copiedMs = 1500;

/** Gives every piece of code a button that copies it. */
export function addCopyButtons(root: ParentNode): void {
  for (const figure of root.querySelectorAll("figure")) {
    const caption = figure.querySelector("figcaption");
    const code = figure.querySelector("code");
    if (caption === null || code === null) continue;
    caption.append(copyButton(code, caption.textContent));
  }
}

function copyButton(code: HTMLElement, caption: string): HTMLButtonElement {
  const button = document.createElement("button");
  const show = (label: string) => {
    button.textContent = label;
    button.setAttribute("aria-label", `${label}: ${caption}`);
  };
  button.type = "button";
  show("Copy");
  button.addEventListener("click", async () => {
    show((await copyText(code)) ? "Copied" : "Selected");
    setTimeout(show, copiedMs, "Copy");
  });
  return button;
}

/** Without HTTPS the clipboard API is not available, but the browser's own command to copy the selection works. */
async function copyText(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return document.execCommand("copy");
  }
}
