import { fail, type Result, succeed } from "@weir/protocol/result";
import type { ChainDefinition, ChainNode, Point, Wire } from "./chain.ts";

export const chainBytesMax = 256 * 1024;
const nameMaxLength = 100;
const outputMaxLength = 100;
/** Maximum nesting of lists and objects in a configuration: below the limits of SQLite and of recursive code. */
const configDepthMax = 32;
/** A file of another kind is wrong in every line, so the problems are limited. */
const problemsMax = 100;

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Checks the shape and nothing else; each problem begins with the path of the member. Whether types exist, configurations are valid and wires lead somewhere is checked by
 * `validateChain`, so that a draft can be stored while it is still wrong.
 */
export function readChain(json: unknown): Result<ChainDefinition, string[]> {
  const problems = new Problems();
  const bytes = bytesOf(json);
  if (bytes === null) return fail(["The chain cannot be written as JSON."]);
  if (bytes > chainBytesMax)
    return fail([`The chain has ${bytes} bytes as JSON; the limit is ${chainBytesMax}.`]);
  const chain = readDefinition(json, problems);
  return problems.isEmpty ? succeed(chain) : fail(problems.listed());
}

class Problems {
  readonly #problems: string[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  add(path: string, message: string): void {
    if (this.#problems.length === problemsMax) this.#more++;
    else this.#problems.push(path === "" ? `The chain ${message}.` : `${path}: ${message}.`);
  }

  listed(): string[] {
    return this.#more === 0 ? this.#problems : [...this.#problems, `and ${this.#more} more.`];
  }
}

/** Returns null for what JSON cannot express: a loop, a bigint, or extremely deep nesting. */
function bytesOf(json: unknown): number | null {
  try {
    const text: string | undefined = JSON.stringify(json);
    return text === undefined ? null : new TextEncoder().encode(text).length;
  } catch {
    return null;
  }
}

function readDefinition(json: unknown, problems: Problems): ChainDefinition {
  const members = readMembers(json, "", ["nodes", "wires"], problems);
  if (members === null) return { nodes: [], wires: [] };
  return {
    nodes: readList(members.nodes, "nodes", problems, readNode),
    wires: readList(members.wires, "wires", problems, readWire),
  };
}

function readNode(json: unknown, path: string, problems: Problems): ChainNode | null {
  const known = ["id", "type", "version", "name", "config", "position"] as const;
  const members = readMembers(json, path, known, problems);
  if (members === null) return null;
  const { id, type, version = 1, name = "", config = {}, position = { x: 0, y: 0 } } = members;
  if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 1) {
    problems.add(`${path}.version`, "must be a whole number from 1");
  }
  if (!isObject(config)) problems.add(`${path}.config`, "must be an object");
  else if (isDeeperThan(config, configDepthMax)) {
    problems.add(`${path}.config`, `must not be nested deeper than ${configDepthMax}`);
  }
  return {
    id: readId(id, `${path}.id`, problems),
    type: readId(type, `${path}.type`, problems),
    version: version as number,
    name: readText(name, `${path}.name`, { min: 0, max: nameMaxLength }, problems),
    config: config as Record<string, unknown>,
    position: readPoint(position, `${path}.position`, problems),
  };
}

function readPoint(json: unknown, path: string, problems: Problems): Point {
  const members = readMembers(json, path, ["x", "y"], problems);
  if (members === null) return { x: 0, y: 0 };
  return {
    x: readNumber(members.x, `${path}.x`, problems),
    y: readNumber(members.y, `${path}.y`, problems),
  };
}

function readWire(json: unknown, path: string, problems: Problems): Wire | null {
  const members = readMembers(json, path, ["from", "output", "to"], problems);
  if (members === null) return null;
  return {
    from: readId(members.from, `${path}.from`, problems),
    output: readText(members.output, `${path}.output`, { min: 1, max: outputMaxLength }, problems),
    to: readId(members.to, `${path}.to`, problems),
  };
}

/** Reads the members of an object that may have these and no others. */
function readMembers<Name extends string>(
  json: unknown,
  path: string,
  known: readonly Name[],
  problems: Problems,
): Partial<Record<Name, unknown>> | null {
  if (!isObject(json)) {
    problems.add(path, "must be an object");
    return null;
  }
  for (const name of Object.keys(json)) {
    if ((known as readonly string[]).includes(name)) continue;
    const at = path === "" ? name : `${path}.${name}`;
    problems.add(at, `is unknown; expected one of ${known.join(", ")}`);
  }
  const members: Partial<Record<Name, unknown>> = {};
  for (const name of known) if (Object.hasOwn(json, name)) members[name] = (json as typeof members)[name];
  return members;
}

function readList<Item>(
  json: unknown,
  path: string,
  problems: Problems,
  readItem: (json: unknown, path: string, problems: Problems) => Item | null,
): Item[] {
  if (!Array.isArray(json)) {
    problems.add(path, "must be a list");
    return [];
  }
  return json
    .map((item, index) => readItem(item, `${path}.${index}`, problems))
    .filter((item) => item !== null);
}

function readId(json: unknown, path: string, problems: Problems): string {
  if (typeof json === "string" && idShape.test(json)) return json;
  problems.add(path, 'must be 1 to 64 letters A-Z or a-z, digits, "_" and "-"');
  return "";
}

function readText(
  json: unknown,
  path: string,
  length: { readonly min: number; readonly max: number },
  problems: Problems,
): string {
  const fits = typeof json === "string" && json.length >= length.min && json.length <= length.max;
  if (fits && json.isWellFormed()) return json;
  problems.add(path, `must be text of ${length.min} to ${length.max} characters`);
  return "";
}

function readNumber(json: unknown, path: string, problems: Problems): number {
  if (typeof json === "number" && Number.isFinite(json)) return json;
  problems.add(path, "must be a number");
  return 0;
}

function isObject(json: unknown): json is object {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function isDeeperThan(json: unknown, depth: number): boolean {
  if (typeof json !== "object" || json === null) return false;
  return depth === 0 || Object.values(json).some((member) => isDeeperThan(member, depth - 1));
}
