import type { CallInput, RouteName } from "@weir/protocol/manage/calls";
import type { ResourceDefinition, ResourceOperation } from "@weir/protocol/resources/resource-definition";
import { resourceRouteName } from "@weir/protocol/resources/resource-routes";
import { kebabOf, type PascalOf } from "@weir/protocol/resources/resource-words";
import type { ListRoute } from "../client/api-client.ts";

/** What commands need to know of a thing. The definition of a resource has all of it. */
export type CommandedThing = Pick<ResourceDefinition, "thing" | "things" | "param"> &
  Partial<Pick<ResourceDefinition, "title" | "titles" | "shorts" | "owner" | "operations" | "fields">>;

/** The operations that the management API has for it. */
export type OperationOf<Thing extends CommandedThing> = Thing extends {
  readonly operations: readonly (infer Some extends ResourceOperation)[];
}
  ? Some
  : ResourceOperation;

/** As in `listCharts`. */
export type ListRouteOf<Thing extends CommandedThing> = Extract<
  `list${PascalOf<Thing["things"]>}`,
  ListRoute
>;

/** What is done with one. */
type OneOperation = Exclude<ResourceOperation, "list">;

/** As in `showChart`. */
export type RouteOf<Thing extends CommandedThing, Operation extends OneOperation> = Extract<
  `${Operation}${PascalOf<Thing["thing"]>}`,
  RouteName
>;

export function listRouteOf<Thing extends CommandedThing>(thing: Thing): ListRouteOf<Thing> {
  return resourceRouteName(thing, "list") as ListRouteOf<Thing>;
}

export function routeOf<Thing extends CommandedThing, Operation extends OneOperation>(
  thing: Thing,
  operation: Operation,
): RouteOf<Thing, Operation> {
  return resourceRouteName(thing, operation) as RouteOf<Thing, Operation>;
}

interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What is sent to the route. The server checks it. */
export function inputOf<Name extends RouteName>(_route: Name, given: Given): CallInput<Name> {
  return given as unknown as CallInput<Name>;
}

/** What people type, such as `weir alert-rule list`. */
export function typedAs({ thing }: CommandedThing, ...words: readonly string[]): string {
  return ["weir", kebabOf(thing), ...words].join(" ");
}
