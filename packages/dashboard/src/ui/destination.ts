import type { RegisteredRouter } from "@tanstack/react-router";

/** A page of the dashboard with its parameters. The compiler checks it as it checks a link. */
export type Destination = { readonly [Path in PagePath]: DestinationOf<Path> }[PagePath];

type Pages = RegisteredRouter["routesByPath"];

/** A first tab has the path of its page with a slash at the end, which links leave out. */
type PagePath = Exclude<keyof Pages, `/${string}/`>;

type DestinationOf<Path extends PagePath> = { readonly to: Path } & ParametersOf<Pages[Path]>;

type ParametersOf<Route> = Route extends { readonly types: infer Types extends RouteTypes }
  ? ParamsOf<Types["allParams"]> & { readonly search?: Types["fullSearchSchemaInput"] }
  : never;

interface RouteTypes {
  readonly allParams: unknown;
  readonly fullSearchSchemaInput: unknown;
}

type ParamsOf<Params> = keyof Params extends never ? object : { readonly params: Params };
