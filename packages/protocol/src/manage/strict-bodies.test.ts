import { expect, test } from "bun:test";
import type { z } from "zod";
import type { Route } from "./route.ts";
import { manageRoutes } from "./routes.ts";

/** The objects within a form that would pass over a field they do not know, by their paths. */
function looseObjects(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (!isSchema(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>;
  const parts = ["element", "innerType", "in", "out", "valueType", "left", "right"].map((name) => def[name]);
  const options = Array.isArray(def.options) ? def.options : [];
  const within = [...parts, ...options].flatMap((part) => looseObjects(part, path, seen));
  if (def.type !== "object") return within;
  const isStrict = isSchema(def.catchall) && def.catchall._zod.def.type === "never";
  const fields = Object.entries(def.shape as object).flatMap(([name, field]) =>
    looseObjects(field, `${path}.${name}`, seen),
  );
  return [...(isStrict ? [] : [path]), ...within, ...fields];
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

test("every body refuses fields that its form does not name", () => {
  const loose = Object.entries<Route>(manageRoutes).flatMap(([name, { body }]) => looseObjects(body, name));
  expect(loose).toEqual([]);
});
