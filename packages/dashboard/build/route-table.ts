import type { Plugin } from "vite";
import { manageRoutes } from "../../protocol/src/manage/routes.ts";

const moduleName = "virtual:weir-routes";

/**
 * The method and path of every route of the management API, as a small module. The routes themselves are described with
 * schemas that only the server checks by; a page needs their types, which cost nothing, and where to send things.
 */
export function routeTable(): Plugin {
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
