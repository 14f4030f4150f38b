declare module "virtual:weir-routes" {
  /** The method and path of each route, by its name. */
  export const routes: Readonly<Record<string, readonly [method: string, path: string]>>;
}

declare module "*.css";
