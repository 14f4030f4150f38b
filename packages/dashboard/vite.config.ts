import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { manageRoutes } from "../protocol/src/manage/routes.ts";

const moduleName = "virtual:weir-routes";

/**
 * The method and path of every route of the management API, as a small module. The routes themselves are described with
 * schemas that only the server checks by; a page needs their types, which cost nothing, and where to send things.
 */
function routeTable(): Plugin {
  return {
    name: "weir-routes",
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load(id) {
      if (id !== `\0${moduleName}`) return undefined;
      const table = Object.entries(manageRoutes).map(([name, { method, path }]) => [name, [method, path]]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(table))};`;
    },
  };
}

/** A running Weir that the development server passes calls on to, as if they came from its own pages. */
const weirUrl = process.env.WEIR_URL;
const proxied =
  weirUrl === undefined ? undefined : { target: weirUrl, changeOrigin: true, headers: { origin: weirUrl } };

/**
 * Without these, whatever two pages share is a file of its own: the device list came in 45 files, many of them an icon each.
 * What every page needs is two files, libraries apart because they change more rarely. What most pages use of our own is
 * one file with the icons; popovers and the device filter are not in it because they bring libraries with them. Words of
 * the protocol and the logic of chains, which depend on no component, are apart: pages use them while they are loaded, and
 * files that load each other in a circle would find them missing. Of the rest, what is shared by mostly the same pages is put together.
 */
const chunks = [
  { name: "libraries", tags: ["$initial" as const], test: /[\\/]node_modules[\\/]/ },
  { name: "shell", tags: ["$initial" as const] },
  {
    name: "ui",
    test: /src[\\/](ui|format|api|app)[\\/](?!popover|device-filter)|lucide-react/,
    minShareCount: 2,
  },
  { name: "protocol", test: /packages[\\/]protocol[\\/]/, minShareCount: 2 },
  { name: "chain-model", test: /chains[\\/]model[\\/]/, minShareCount: 2, entriesAware: true },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
];

/** Shared files would be called after all the pages that share them. */
function chunkFileNames({ name }: { readonly name: string }): string {
  return `assets/${name.split("~")[0]}-[hash].js`;
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  ...(proxied === undefined ? {} : { server: { proxy: { "/api": proxied, "/docs": proxied } } }),
  plugins: [routeTable(), react(), tailwindcss()],
  build: {
    target: "es2023",
    // Fonts and pictures as files: the pages may not load data from inside themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, chunkFileNames } },
  },
});
