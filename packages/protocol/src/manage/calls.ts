import type { z } from "zod";
import type { AnswerOf } from "./route.ts";
import type { manageRoutes } from "./routes.ts";

/** The management API as its clients call it. It consists of types only, so that no schema gets into a page. */
export type Routes = typeof manageRoutes;
export type RouteName = keyof Routes;

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;

/** If a path is only known as text, the schema of the parameters provides their names. */
type ParameterNames<Name extends RouteName> = string extends Routes[Name]["path"]
  ? Routes[Name] extends { readonly params: infer Params extends z.ZodObject }
    ? keyof z.input<Params> & string
    : never
  : Parameters<Routes[Name]["path"]>;

/** The account is filled in if it is not given. */
type Required<Name extends RouteName> = Exclude<ParameterNames<Name>, "account">;

type ParamsOf<Name extends RouteName> = [Required<Name>] extends [never]
  ? { readonly params?: { readonly account?: string } }
  : {
      readonly params: { readonly [Key in Required<Name>]: string | number } & {
        readonly account?: string;
      };
    };

type QueryOf<Name extends RouteName> = Routes[Name] extends {
  readonly query: infer Query extends z.ZodObject;
}
  ? { readonly query?: { readonly [Key in keyof z.input<Query>]?: string | number | boolean | undefined } }
  : unknown;

type BodyOf<Name extends RouteName> = Routes[Name] extends { readonly bodyType: "bytes" }
  ? {
      readonly body: Uint8Array<ArrayBuffer> | Blob;
      /** Where in the file a part starts, if the route takes parts. */
      readonly uploadOffset?: number;
    }
  : Routes[Name] extends { readonly body: infer Body extends z.ZodType }
    ? undefined extends z.input<Body>
      ? { readonly body?: z.input<Body> }
      : { readonly body: z.input<Body> }
    : unknown;

/** What a call takes. */
export type CallInput<Name extends RouteName> = ParamsOf<Name> &
  QueryOf<Name> &
  BodyOf<Name> & {
    /** The version that the change is based on, from the answer that was shown. */
    readonly ifMatch?: string | undefined;
    /** The token of a share link, for routes of shared boards. */
    readonly bearer?: string;
    readonly signal?: AbortSignal;
  };

/** What comes back. */
export type CallAnswer<Name extends RouteName> = AnswerOf<Routes[Name]>;
