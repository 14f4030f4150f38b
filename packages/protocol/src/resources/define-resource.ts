import type { ResourceDefinition } from "./resource-definition.ts";
import { type ResourceProblems, resourceProblems } from "./resource-problems.ts";
import type { ResourceRoutes } from "./resource-route-types.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** A definition with what is derived from it. */
export type Resource<Definition extends ResourceDefinition = ResourceDefinition> = Definition & {
  readonly routes: ResourceRoutes<Definition>;
  readonly problems: ResourceProblems<Definition>;
};

export function defineResource<const Definition extends ResourceDefinition>(
  definition: Definition,
): Resource<Definition> {
  return { ...definition, routes: resourceRoutes(definition), problems: resourceProblems(definition) };
}
