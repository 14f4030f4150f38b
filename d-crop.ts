// crop IN OUT x y w h scale
import { readFileSync } from "node:fs";
import { testBrowser } from "./tests/browser/harness/chromium.ts";

const [input, out, x, y, w, h, scale = "1"] = process.argv.slice(2);
const browser = await testBrowser();
const page = await browser.newPage({ viewport: { width: 2000, height: 2000 } });
await page.setContent(
  `<div id=m style="width:${Number(w) * Number(scale)}px;height:${Number(h) * Number(scale)}px;overflow:hidden;position:relative"><img style="position:absolute;transform-origin:0 0;transform:scale(${scale}) translate(-${x}px,-${y}px)" src="data:image/png;base64,${readFileSync(input!).toString("base64")}"></div>`,
);
await page.waitForTimeout(300);
await page.locator("#m").screenshot({ path: out! });
process.exit(0);
