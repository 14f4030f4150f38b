import { readFile } from "node:fs/promises";
import type { Plugin, Rolldown } from "vite";
import { routeTarget } from "../../protocol/src/manage/route-target.ts";
import { manageRoutes } from "../../protocol/src/manage/routes.ts";

/** What every page is made with. */
const shell = "src/main.tsx";
const home = "src/pages/home/home-page.tsx";
const theme = "src/app/early-theme.js";
const themeTag = /<script [^>]*\/early-theme\.js"><\/script>/;

/** The session as `api/client.ts` asks for it, so that the answer is used there. */
const session = `<link rel="preload" as="fetch" crossorigin="anonymous" href="${routeTarget(manageRoutes.showSession.path)}" />`;

/**
 * Has browsers load everything that the first page needs at once. Otherwise they would find out about a file only when
 * the one that imports it runs. `index.html` is for all pages. `home.html` is for `/`, where it also loads the files of Home
 * and the session.
 *
 * The script of the theme is inside the page, because a browser that had to ask for it would draw nothing until then. The
 * server allows it by its hash.
 */
export function preloadedPages(): Plugin {
  return {
    name: "weir-preloaded-pages",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("Vite has made no page.");
      const source = await readFile(new URL(`../${theme}`, import.meta.url), "utf8");
      // Browsers hash the script with these ends of lines, whichever the file has.
      const script = source.replaceAll("\r\n", "\n");
      const html = String(page.source).replace(themeTag, () => `<script>${script}</script>`);
      if (!html.includes(script)) throw new Error(`index.html does not load ${theme}.`);
      page.source = withLinks(html, modulesOf([shell], bundle));
      const homePage = withLinks(html, modulesOf([shell, home], bundle));
      this.emitFile({
        type: "asset",
        fileName: "home.html",
        source: homePage.replace("<script", `${session}\n    <script`),
      });
    },
  };
}

/** The files with these modules, and all that they import at once. */
function modulesOf(sources: readonly string[], bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add);
  };
  for (const source of sources) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    if (chunk === undefined) throw new Error(`${source} is in no file.`);
    add(chunk.fileName);
  }
  return found;
}

/** Loads the files that the page does not load anyway. */
function withLinks(html: string, files: ReadonlySet<string>): string {
  const links = [...files]
    .filter((file) => !html.includes(file))
    .map((file) => `  <link rel="modulepreload" crossorigin href="/${file}" />\n  `);
  return html.replace("</head>", `${links.join("")}</head>`);
}
