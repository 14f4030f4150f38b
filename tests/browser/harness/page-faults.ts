import type { Page, Response } from "playwright-core";

/** An answer that a test causes on purpose, such as `POST /api/manage/v1/session 401`. */
export type ExpectedRefusal = string;

/** Every page first asks who is signed in. The answer that nobody is signed in is not a fault. */
const notSignedIn: ExpectedRefusal = "GET /api/manage/v1/session 401";

/** Runs in the page. */
const tellBreaches = `
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error(\`Breach of the content security policy: \${violatedDirective} \${blockedURI} \${sourceFile}\`));
`;

/** Smaller text on a canvas cannot be read. */
const smallestTextPx = 10;

/** Runs in the page. Only pages of the dashboard draw on canvases, and axe does not look at these. */
const tellSmallTexts = `
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  const px = (parseFloat(/[\\d.]+(?=px)/.exec(this.font)) * this.getTransform().d) / devicePixelRatio;
  if (this.canvas.isConnected && px < ${smallestTextPx}) console.error(\`“\${text}” is drawn in \${px} px\`);
  return fillText.call(this, text, ...place);
};
`;

/**
 * Records everything that must not happen on a page in any test: errors on the console, uncaught errors, violations of
 * the content security policy, unreadably small text on a canvas, unexpected refusals, and requests to other servers.
 */
export async function noteFaults(
  page: Page,
  url: string,
  expected: readonly ExpectedRefusal[],
): Promise<string[]> {
  const faults: string[] = [];
  const { origin } = new URL(url);
  await page.addInitScript({ content: `${tellBreaches}${tellSmallTexts}` });
  page.on("console", (message) => {
    // The browser's messages about refused requests. The answers themselves are checked instead.
    if (message.text().startsWith("Failed to load resource")) return;
    if (message.type() === "error" || message.type() === "warning")
      faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("crash", () => faults.push("the page crashed"));
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (target.protocol.startsWith("http") && target.origin !== origin)
      faults.push(`a request to ${target.origin}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts its running requests.
    if (reason !== "net::ERR_ABORTED") faults.push(`${request.method()} ${request.url()} failed: ${reason}`);
  });
  page.on("response", (response) => {
    const refusal = refusalOf(response);
    if (refusal !== null && refusal !== notSignedIn && !expected.includes(refusal)) faults.push(refusal);
  });
  return faults;
}

function refusalOf(response: Response): string | null {
  if (response.status() < 400) return null;
  return `${response.request().method()} ${new URL(response.url()).pathname} ${response.status()}`;
}

/** Removes the faults that a test caused on purpose. */
export function takeOut(faults: string[], isExpected: (fault: string) => boolean): void {
  const others = faults.filter((fault) => !isExpected(fault));
  faults.splice(0, faults.length, ...others);
}
