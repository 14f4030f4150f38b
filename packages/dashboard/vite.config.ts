import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { routeTable } from "./build/route-table.ts";

/** A running Weir that the development server passes calls on to, as if they came from its own pages. */
const weirUrl = process.env.WEIR_URL;
const proxied =
  weirUrl === undefined ? undefined : { target: weirUrl, changeOrigin: true, headers: { origin: weirUrl } };

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  ...(proxied === undefined ? {} : { server: { proxy: { "/api": proxied, "/docs": proxied } } }),
  plugins: [routeTable(), react(), tailwindcss()],
  build: {
    target: "es2023",
    // Fonts and pictures as files: the pages may not load data from inside themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
