import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { manageRoutes } from "../protocol/src/manage/routes.ts";
import { preloadedPages } from "./build/preloaded-pages.ts";

const moduleName = "virtual:weir-routes";

/** Most paths start with it. */
const accountPath = "/accounts/{account}";

/**
 * The method and path of every route of the management API, as a small module. Only the server needs the schemas of the
 * routes. A page needs their types, which cost nothing, and their addresses, except
 * those of routes for commands only. They are one text, which is shorter than an object.
 */
function routeTable(): Plugin {
  return {
    name: "weir-routes",
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load(id) {
      if (id !== `\0${moduleName}`) return undefined;
      const lines = Object.entries(manageRoutes)
        .filter(([, { access }]) => access !== "operator")
        .map(([name, { method, path }]) => `${name} ${method} ${path.replace(accountPath, "~")}`);
      return `export const routes = Object.fromEntries(${JSON.stringify(lines.join("\n"))}.split("\\n").map((line) => {
        const [name, method, path] = line.split(" ");
        return [name, [method, path.replace("~", "${accountPath}")]];
      }));`;
    },
  };
}

/** A running Weir to which the development server passes API calls, as if they came from its own pages. */
const weirUrl = process.env.WEIR_URL;
const proxied =
  weirUrl === undefined ? undefined : { target: weirUrl, changeOrigin: true, headers: { origin: weirUrl } };

/** Matches files by what their paths contain, on Windows as well. The texts are regular expressions. */
function filesWith(...parts: readonly string[]): RegExp {
  return new RegExp(parts.map((part) => part.replaceAll("/", "[\\\\/]")).join("|"));
}

/** With what pages show values, boards as well as lists. */
const forValues = filesWith(
  "src/api/",
  "src/format/(?!drop-reason|reading-counts|slug|typed-number)",
  "src/app/(home-board|use-filters)",
  "src/ui/(card|loaded|segmented|sensor-charts|sparkline|table|use-is-narrow|use-size|value)",
  "pages/device/sensor-looks",
  "pages/devices/(device-(filter|news|status)|use-connections)",
  "pages/sample/lazy-sample-note",
);

/** Our own components that most pages use, without those that bring libraries and without parts of forms. */
const forManyPages = filesWith(
  "src/(ui|format|app)/(?!popover|qr-code|combobox-list|device-picker|number-field|typed-number|save-bar|people)",
  "pages/alert-me/(alert-me-button|lazy-alert-me)",
);

/** What other pages use of the device list. What forms and imports of devices share is not part of it. */
const forDevices = filesWith(
  "pages/devices/(?!sensor-|first-reading|may-not-create|use-namesake|bulk/|import)",
);

/** What draws the lines of a chart. Tiles need it without the tools of a chart's own page. */
const forPlots = filesWith(
  "uplot",
  "pages/charts/(plot|draw-|state-|aggregated-curve|align-curves|bar-paths|chart-font|cursor-tooltip|decimate)",
  "pages/charts/(gaps|isolated-points|mean-text|span-figures|time-axis|value-axis|wheel-hint)",
);

/** What every board needs to be shown. Charts and maps are loaded by the boards that have some. */
const forBoards = filesWith(
  "pages/boards/(data/|model/board|board-(controls|grid|query|skeleton|view)|use-board)",
  "pages/boards/tiles/(?!chart|states|map|device-map)",
);

/** Names the file of a module that `start` imports at once, directly or not. Icons have a file of their own. */
function reachedFrom(start: string, fileOf: (module: string) => string) {
  const reached = new Set<string>();
  return (module: string, modules: Rolldown.ChunkingContext): string | null => {
    const add = (id: string): void => {
      if (reached.has(id) || iconFiles.test(id)) return;
      reached.add(id);
      modules.getModuleInfo(id)?.importedIds.forEach(add);
    };
    add(fileURLToPath(new URL(start, import.meta.url)));
    return reached.has(module) ? fileOf(module) : null;
  };
}

const libraryFiles = filesWith("/node_modules/");
/** They are imported by one list of all icons, so that every page would seem to need all of them. */
const iconFiles = filesWith("lucide-react");

/**
 * Groups the code into few files. Without these groups, everything that two pages share becomes its own file: the
 * device list came in 45 files, many of them with one icon. Every page needs four files: what its first requests are made
 * with, which runs before the others are there; the shell; libraries, because they change less often; and icons. What
 * shows values is a file, because Home needs it, and nothing of the lists and forms that other pages consist of. The words
 * of the protocol and the logic of chains depend on no component and have their own group, because pages use them while
 * they load, and files that import each other in a circle would find them missing. What other pages use of the device
 * list is kept apart from the rest, because a file that it shared with boards would bring their charts. What shows a board
 * is one file, because Home, boards and shared boards need all of it. The rest is grouped by the pages that share it.
 */
const chunks = [
  { name: "icons", test: iconFiles, minShareCount: 2 },
  { debugName: "requests", name: reachedFrom("src/start.ts", () => "requests") },
  {
    debugName: "shell",
    name: reachedFrom("src/main.tsx", (module) => (libraryFiles.test(module) ? "libraries" : "shell")),
  },
  { name: "values", test: forValues, minShareCount: 2 },
  { name: "ui", test: forManyPages, minShareCount: 2 },
  { name: "protocol", test: filesWith("packages/protocol/"), minShareCount: 2 },
  { name: "chain-model", test: filesWith("chains/model/"), minShareCount: 2, entriesAware: true },
  { name: "devices", test: forDevices, minShareCount: 2 },
  { name: "curves", test: filesWith("pages/charts/(span|curve|bucket-tiles)\\.ts"), minShareCount: 2 },
  { name: "plot", test: forPlots, minShareCount: 2 },
  { name: "boards", test: forBoards, minShareCount: 2 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
];

/** The default name of a shared file would list all the pages that share it. */
function chunkFileNames({ name }: { readonly name: string }): string {
  return `assets/${name.split("~")[0]}-[hash].js`;
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  ...(proxied === undefined ? {} : { server: { proxy: { "/api": proxied, "/docs": proxied } } }),
  plugins: [routeTable(), react(), tailwindcss(), preloadedPages()],
  build: {
    target: "es2023",
    // Fonts and pictures stay files, because the pages may not load data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks }, chunkFileNames },
    },
  },
});
