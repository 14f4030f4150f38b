/** Loads the dashboard into the process, with the document of `window.ts`. */
import { join } from "node:path";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { root } from "./root.ts";
import "./window.ts";

// The libraries as people get them, without the checks for developers, which take a third of the time.
process.env.NODE_ENV = "production";
const { Fragment, jsx } = await import("react/jsx-runtime");

replaceModules();

function replaceModules(): void {
  const replace = (name: string, exports: Readonly<Record<string, unknown>>) =>
    Bun.plugin({ name, setup: (build) => void build.module(name, () => ({ loader: "object", exports })) });
  replace("virtual:weir-routes", { routes: routeTable() });
  // Packages take this process for a server that renders pages.
  replace("@tanstack/router-core/isServer", { isServer: false, loadServerRoute: undefined });
  // The runtime compiles our components for developers.
  replace("react/jsx-dev-runtime", { Fragment, jsxDEV: jsx });
  Bun.plugin({
    name: "no styles",
    setup: (build) => void build.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "js" })),
  });
}

/** What `packages/dashboard/vite.config.ts` makes of the routes. */
function routeTable(): Readonly<Record<string, readonly [method: string, path: string]>> {
  return Object.fromEntries(
    Object.entries(manageRoutes).map(([name, { method, path }]) => [name, [method, path] as const]),
  );
}

/** The dashboard is loaded by its path, because its types belong to another project. */
export const { showDashboard } = (await import(
  join(root, "packages/dashboard/src/app/test-dashboard.ts")
)) as { showDashboard(address: string, account: string | null): { close(): void } };
