import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { contractNames, endpointNames, endpointPaths, handlingNames } from "./contracts.ts";
import type { PictureSize } from "./docs-page/guide-page.ts";
import {
  apiPath,
  type GuideName,
  guideNames,
  guidePath,
  type PictureName,
  pictureNames,
  picturePath,
  readingOrder,
  startPath,
} from "./docs-page/site-map.ts";
import { findParts } from "./docs-script/find-parts.ts";
import { docsSite } from "./docs-site.ts";
import { dropReasons } from "./drop-reasons.ts";
import { apiErrors } from "./errors.ts";
import { type ProblemCode, problemCodes } from "./manage/problem-codes.ts";
import { problemType } from "./manage/problem-type.ts";
import { managePath } from "./manage/route.ts";
import { manageRoutes } from "./manage/routes.ts";
import {
  type Answer,
  type JsonSchema,
  operationMethods,
  type Parameter,
} from "./openapi/openapi-document.ts";
import { resolveReference } from "./openapi/resolve-reference.ts";
import { type OpenApiDocument, openapiDocument } from "./openapi.ts";

const limits = { rateLimit: 1000, bodyBytesMax: 2_097_152, entriesMax: 10_000 };
const document = openapiDocument(limits);
const wholeDocument = openapiDocument(limits, manageRoutes);
const guides = guideNames.map((name) => ({ name, text: readGuide(name) }));
const pictures = Object.fromEntries(
  pictureNames.map((name) => [name, { width: 640, height: 400 }]),
) as Record<PictureName, PictureSize>;
const site = docsSite({ document: wholeDocument, guides, pictures });
const page = apiPageOf(document);
const wholePage = site.pages.get(apiPath)!;

function readGuide(name: string): string {
  return readFileSync(new URL(`../../../docs/guide/${name}.md`, import.meta.url), "utf8");
}

function apiPageOf(of: OpenApiDocument): string {
  return docsSite({ document: of, guides, pictures }).pages.get(apiPath)!;
}

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The elements of a page in order, as a browser without scripts sees them. */
function elementsOf(markup: string): Element[] {
  const elements: Element[] = [];
  new HTMLRewriter()
    .on("*", {
      element(element) {
        elements.push({ name: element.tagName, attributes: new Map(element.attributes) });
      },
    })
    .transform(markup.replaceAll(/<\/?noscript>/g, ""));
  return elements;
}

/** What a reader sees of a page, with its tags gone and its entities resolved. */
function textOf(markup: string): string {
  return markup
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const text = textOf(page);

describe("the API reference", () => {
  test("names every endpoint, contract and handling", () => {
    for (const name of endpointNames) expect(text).toContain(endpointPaths[name]);
    for (const name of [...contractNames, ...handlingNames]) expect(text.toLowerCase()).toContain(name);
  });

  test("says what strict handling rejects, and what is still dropped individually", () => {
    expect(text).toContain(
      "A reading with an invalid value or timestamp, or without a sensor, rejects the whole request",
    );
    expect(text).toContain("Unknown sensors, wrong shapes and future timestamps are dropped individually");
  });

  test.each(Object.entries(apiErrors))("explains the error %s", (_, { status, code, message, condition }) => {
    expect(text).toContain(String(status));
    expect(text).toContain(code ?? message);
    expect(text).toContain(message);
    expect(text).toContain(condition.replaceAll("`", ""));
  });

  test.each(dropReasons.map(({ key, meaning }) => [key, meaning]))("explains the drop %s", (key, meaning) => {
    expect(text).toContain(key);
    expect(text).toContain(meaning.replaceAll("`", ""));
  });

  test("shows every header", () => {
    for (const name of Object.keys(document.components.headers)) expect(text).toContain(name);
    for (const { name } of Object.values(document.components.parameters)) expect(text).toContain(name);
  });

  test("shows the body of every answer", () => {
    const blocks = [...page.matchAll(/<pre[^>]*><code>(\{[\s\S]*?)<\/code>/g)];
    const shown = blocks.map((match) => JSON.parse(textOf(match[1]!)));
    const answers = endpointNames.flatMap((name) => {
      const { responses } = document.paths[`/api/v1${endpointPaths[name]}`]!.post!;
      return Object.values(responses).map((answer) => resolveReference<Answer>(document, answer));
    });
    const examples = answers.flatMap((answer) =>
      Object.values(answer.content!["application/json"]!.examples!),
    );
    expect(examples.length).toBeGreaterThan(20);
    for (const { value } of examples) expect(shown).toContainEqual(value);
  });

  test("states the limits of the deployment it describes", () => {
    expect(text).toContain("1,000 a minute");
    expect(text).toContain("2 MiB");
    const other = textOf(apiPageOf(openapiDocument({ rateLimit: 70, bodyBytesMax: 5000, entriesMax: 31 })));
    expect(other).toContain("70 a minute");
    expect(other).toContain("5,000 bytes");
    expect(other).toContain("1 to 31 readings");
  });

  test("shows commands whose body is the JSON of an example", () => {
    const bodies = [...text.matchAll(/-d '([^']*)'/g)].map((match) => JSON.parse(match[1]!));
    const examples = endpointNames.flatMap((name) => {
      const operation = document.paths[`/api/v1${endpointPaths[name]}`]!.post!;
      return Object.values(operation.requestBody!.content["application/json"]!.examples!);
    });
    expect(bodies).toHaveLength(4);
    for (const body of bodies) expect(examples.map(({ value }) => value)).toContainEqual(body);
  });
});

describe("the management API in the reference", () => {
  const wholeText = textOf(wholePage);
  const managed = Object.entries(wholeDocument.paths)
    .filter(([path]) => path.startsWith(managePath))
    .flatMap(([path, item]) =>
      operationMethods.flatMap((method) => item[method] ?? []).map((operation) => ({ path, operation })),
    );
  const detailsOf = (operationId: string): string => {
    const start = wholePage.indexOf(`id="operation-${operationId}"`);
    return textOf(wholePage.slice(start, wholePage.indexOf("</details>", start)));
  };

  test("is left out if the document has none", () => {
    expect(text).not.toContain("Management API");
  });

  test.each(managed.map((each) => [each.operation.operationId, each] as const))(
    "%s: what it is, takes and answers",
    (operationId, { path, operation }) => {
      expect(wholeText).toContain(path.slice(managePath.length));
      expect(wholeText).toContain(operation.summary);
      const details = detailsOf(operationId);
      const [status] = Object.keys(operation.responses);
      expect(details).toContain(`Answer ${status}`);
      for (const parameter of operation.parameters ?? []) {
        expect(details).toContain(resolveReference<Parameter>(wholeDocument, parameter).name);
      }
      const body = operation.requestBody?.content["application/json"]?.schema;
      if (body === undefined) return;
      const { properties } = resolveReference<JsonSchema>(wholeDocument, body);
      for (const field of Object.keys(properties ?? {})) expect(details).toContain(field);
    },
  );

  test("states who may call it: everybody, signed-in people, or a role and a scope", () => {
    const rows = [...wholePage.matchAll(/<summary><b>[^\n]*<i>([^<]*)<\/i>/g)].map((match) => match[1]!);
    expect(rows).toHaveLength(managed.length);
    expect([...new Set(rows)].sort()).toEqual([
      "editor",
      "everybody",
      "operator",
      "owner",
      "signed in",
      "viewer",
    ]);
    expect(detailsOf("listDevices")).toContain("An API key needs the scope devices:read.");
  });

  test("lists the fields of every form that is linked to", () => {
    const targets = [...wholePage.matchAll(/href="#form-(\w+)"/g)].map((match) => match[1]!);
    expect(targets.length).toBeGreaterThan(20);
    for (const name of targets) expect(wholePage).toContain(`id="form-${name}"`);
  });

  test("lists every code of a problem, where the type of the problem points", () => {
    for (const code of Object.keys(problemCodes) as ProblemCode[]) {
      const [path, anchor] = problemType(code).split("#");
      expect(path).toBe("/docs");
      expect(wholePage).toContain(`id="${anchor}">${code}</code>`);
    }
  });

  test("explains how to sign in, use a key, read a problem, turn pages and avoid overwriting", () => {
    for (const word of [
      "Authorization: Bearer",
      "application/problem+json",
      "cursor",
      "If-Match",
      "/session",
    ]) {
      expect(wholeText).toContain(word);
    }
  });
});

test("makes no elements of folded entries until they are opened", () => {
  const opened = elementsOf(wholePage.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, ""));
  expect(opened.length).toBeLessThan(10_000);
  expect(elementsOf(wholePage).length).toBeGreaterThan(30_000);
});

describe("the guides", () => {
  const textOfGuide = (name: GuideName) => textOf(site.pages.get(guidePath(name))!);

  test("are all files of docs/guide, each with a page under its title", () => {
    const files = readdirSync(new URL("../../../docs/guide", import.meta.url));
    const written = files.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -".md".length));
    expect(guideNames.toSorted()).toEqual(written.toSorted() as GuideName[]);
    for (const { name, text: guide } of guides) {
      const title = /^# (.*)$/m.exec(guide)![1]!;
      expect(site.pages.get(guidePath(name))).toContain(`<h1>${title}</h1>`);
      expect(site.pages.get(startPath)).toContain(`<a href="${guidePath(name)}">${title}</a>`);
    }
  });

  test("have every part under its heading", () => {
    for (const { name, text: guide } of guides) {
      const prose = guide.replaceAll(/^```[\s\S]*?^```$/gm, "");
      const written = [...prose.matchAll(/^##+ (.*)$/gm)].map(([, title]) => title!.replaceAll("`", ""));
      const markup = site.pages.get(guidePath(name))!;
      const headings = [...markup.matchAll(/<h[23] id="[^"]*">(.*?)<\/h[23]>/g)].map(([, inner]) =>
        textOf(inner!),
      );
      expect(headings).toEqual(written);
    }
  });

  test("have every setting of every node, and every expression with its example", () => {
    const rows = readGuide("nodes")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows.length).toBeGreaterThan(150);
    const codes = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
    const shown = textOfGuide("nodes");
    for (const code of codes) expect(shown).toContain(code.replaceAll("\\|", "|"));
  });

  test("keep the anchors that they had on one page with the API reference", () => {
    for (const [name, anchor] of [
      ["nodes", "filters-compare"],
      ["nodes", "actions-raise-alarm"],
      ["nodes", "expressions"],
      ["provisioning", "claim-codes-devices-that-are-with-customers"],
      ["activity", "receipts"],
      ["fleets", "templates"],
    ] as const)
      expect(site.pages.get(guidePath(name))).toContain(`id="${anchor}"`);
  });

  test("show no Markdown marks", () => {
    for (const name of guideNames) {
      const prose = textOf(site.pages.get(guidePath(name))!.replaceAll(/<code>[\s\S]*?<\/code>/g, ""));
      for (const mark of ["|--", "](", "**", "```", "## ", "<!--"]) expect([name, prose]).not.toContain(mark);
    }
  });

  test("name files that are only in the repository without linking to them", () => {
    expect(readGuide("cluster")).toContain("](../security.md");
    expect(site.pages.get(guidePath("cluster"))).not.toContain("security.md");
  });
});

describe("the site", () => {
  const ids = new Map([...site.pages].map(([path, markup]) => [path, idsOf(markup)]));

  test("leads from each page only to pages, parts and pictures that exist", () => {
    const others = ["/", "/weir.svg", "/docs.js", "/openapi.json", ...pictureNames.map(picturePath)];
    const broken = [...site.pages].flatMap(([path, markup]) =>
      elementsOf(markup)
        .flatMap(({ attributes }) => attributes.get("href") ?? attributes.get("src") ?? [])
        .filter((target) => !target.startsWith("https://") && !others.includes(target))
        .filter((target) => {
          const [page = "", part] = target.split("#");
          const known = ids.get(page === "" ? path : page);
          return known === undefined || (part !== undefined && !known.includes(part));
        })
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("leads from every page to every other, and through all of them in order", () => {
    expect([...site.pages.keys()]).toEqual([...readingOrder]);
    for (const [index, path] of readingOrder.entries()) {
      const elements = elementsOf(site.pages.get(path)!);
      const hrefs = elements.map(({ attributes }) => attributes.get("href"));
      expect(readingOrder.filter((each) => !hrefs.includes(each))).toEqual([]);
      const neighbour = (rel: string) =>
        elements.find(({ attributes }) => attributes.get("rel") === rel)?.attributes.get("href");
      expect([neighbour("prev"), neighbour("next")]).toEqual([
        readingOrder[index - 1],
        readingOrder[index + 1],
      ]);
      const current = elements.filter(({ attributes }) => attributes.has("aria-current"));
      expect(current.map(({ attributes }) => attributes.get("href"))).toEqual([path]);
    }
  });

  // They have two pixels for one of CSS.
  test("has pictures of at most 110 kB, each on one of its pages", () => {
    const shown = [...site.pages.values()].join("");
    for (const name of pictureNames) {
      const { size } = statSync(new URL(`../../../docs/images/${name}.png`, import.meta.url));
      expect([name, size <= 110_000, shown.includes(`src="${picturePath(name)}"`)]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test("finds pages, headings, operations and codes of problems, and only what exists", () => {
    const found = (words: string) => findParts(site.searched, words).map(({ href }) => href);
    expect(found("raise alarm")).toContain(`${guidePath("nodes")}#actions-raise-alarm`);
    expect(found("Boards")[0]).toBe(guidePath("boards"));
    expect(found("boards home")).toContain(`${guidePath("boards")}#home`);
    expect(found("count devices by their status")).toEqual([`${apiPath}#operation-countDevices`]);
    expect(found("too_many_devices")).toEqual([`${apiPath}#problem-too_many_devices`]);
    expect(found("no such words")).toEqual([]);
    for (const { path, parts } of site.searched) {
      expect(parts.filter(([id]) => !ids.get(path)!.includes(id))).toEqual([]);
    }
  });
});

function idsOf(markup: string): string[] {
  return elementsOf(markup).flatMap(({ attributes }) => attributes.get("id") ?? []);
}

describe.each([["of the device API alone", page] as const, ...site.pages])("the page %s", (_, page) => {
  const elements = elementsOf(page);

  test("loads its icon and its script from the server, and nothing else", () => {
    const names = new Set(elements.map(({ name }) => name));
    for (const loading of ["iframe", "object", "embed", "video", "audio", "form", "base"]) {
      expect(names).not.toContain(loading);
    }
    const loaded = elements.flatMap(({ name, attributes }) =>
      name === "link" ? attributes.get("href")! : (attributes.get("src") ?? []),
    );
    const allowed = ["/docs.js", "/weir.svg", ...pictureNames.map(picturePath)];
    expect(loaded.filter((each) => !allowed.includes(each))).toEqual([]);
    for (const { attributes } of elements) {
      for (const name of attributes.keys())
        expect(name).not.toMatch(/^(on|style$|srcset|action|background$)/);
    }
    const style = page.match(/<style>([\s\S]*?)<\/style>/)![1]!;
    expect(style).not.toMatch(/url\(|@import|@font-face/);
    expect(page).not.toMatch(/<script[^>]*>[^<]/);
  });

  test("links back to the dashboard", () => {
    expect(
      elementsOf(page).some(({ name, attributes }) => name === "a" && attributes.get("href") === "/"),
    ).toBe(true);
    expect(textOf(page)).toContain("Back to dashboard");
  });

  test("repeats the strict content policy for saved copies", () => {
    const policy = elements.find(
      ({ attributes }) => attributes.get("http-equiv") === "Content-Security-Policy",
    );
    expect(textOf(policy!.attributes.get("content")!)).toStartWith(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'",
    );
    expect(textOf(policy!.attributes.get("content")!)).toEndWith(
      "; require-trusted-types-for 'script'; trusted-types weir-docs",
    );
  });

  test("has one first heading, and skips no level below it", () => {
    const levels = elements.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  });

  test("has unique ids", () => {
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("lists every headed part in its table of contents", () => {
    const contents = elementsOf(/<nav class="contents"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? "");
    const listed = contents.flatMap(({ attributes }) => attributes.get("href")?.slice(1) ?? []);
    const headed = elements
      .filter(({ name }) => /^h[23]$/.test(name))
      .map(({ attributes }) => attributes.get("id")!);
    expect(listed).toEqual(headed);
  });

  test("closes every element it opens", () => {
    const voidNames = new Set(["meta", "link", "img", "wbr"]);
    const open: string[] = [];
    for (const [, slash, name] of page
      .replace(/<style>[\s\S]*?<\/style>/, "")
      .matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
      if (slash) expect(open.pop()).toBe(name!);
      else if (!voidNames.has(name!)) open.push(name!);
    }
    expect(open).toEqual([]);
  });
});

test("inserts text of the document as text, whatever it contains", () => {
  const hostile = `</title><script>alert("1")</script>'&\``;
  const { parameters } = document.components;
  const injected = apiPageOf({
    ...document,
    info: { ...document.info, title: hostile, description: hostile, version: hostile },
    components: {
      ...document.components,
      parameters: {
        ...parameters,
        Date: { ...parameters.Date!, name: hostile, description: hostile, example: hostile },
      },
    },
  });
  const scripts = elementsOf(injected).filter(({ name }) => name === "script");
  expect(scripts.map(({ attributes }) => attributes.get("src"))).toEqual(["/docs.js"]);
  expect(injected).toContain("&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;");
});
