import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guidePage, type PictureSizes } from "@weir/protocol/docs-page/guide-page";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { nodeReference } from "@weir/rule-engine/node-reference";
import { categoryColour, categoryTitles, nodeReferencePath, searchNodeTypes } from "./node-categories.ts";
import type { NodeType } from "./node-type.ts";

const style = readFileSync(join(import.meta.dir, "../../../styles.css"), "utf8");
/** WCAG requires a contrast of 4.5 for text and 3 for icons. The colours are used for both. */
const contrastMin = 4.5;
/** The share of colour in the tile behind an icon, as in NodeIcon. */
const tileShare = 0.12;

for (const [place, theme] of ["light", "dark"].entries()) {
  test(`uses category colours that are readable on every surface, ${theme}`, () => {
    for (const category of Object.keys(categoryTitles) as (keyof typeof categoryTitles)[]) {
      const colour = rgb(categoryColour(category), place);
      const surface = rgb("var(--surface)", place);
      const tile = surface.map((part, index) => part + (colour[index]! - part) * tileShare);
      const grounds = ["--canvas", "--surface", "--raised", "--hover", "--accent-soft"];
      for (const ground of [tile, ...grounds.map((name) => rgb(`var(${name})`, place))]) {
        expect([category, ground, contrast(colour, ground) >= contrastMin]).toEqual([category, ground, true]);
      }
    }
  });
}

test("gives each category its own colour", () => {
  const colours = Object.keys(categoryTitles).map((category) =>
    String(rgb(`var(--category-${category})`, 0)),
  );
  expect(new Set(colours).size).toBe(colours.length);
});

const { path: nodesPath, body } = guidePage({ name: "nodes", text: nodeReference() }, {} as PictureSizes);

test("links every type of node and every category to its place in the documentation", () => {
  for (const { category, type } of nodeCatalogue.values()) {
    for (const path of [nodeReferencePath(category, type), nodeReferencePath(category)]) {
      expect(path).toStartWith(`${nodesPath}#`);
      expect(body.markup).toContain(`id="${path.slice(nodesPath.length + 1)}"`);
    }
  }
});

test("finds types by name before those that only mention the text, and never the input", () => {
  const type = (name: string, category: string, help: string) =>
    ({ type: name, title: name, category, help }) as unknown as NodeType;
  const types = [
    type("input", "input", "Readings that the log has."),
    type("scale", "transform", "Multiplies, unlike Log."),
    type("log", "action", "Writes a line."),
  ];
  const found = (text: string) => searchNodeTypes(types, text).map(({ title }) => title);
  expect(found(" LOG ")).toEqual(["log", "scale"]);
  expect(found("")).toEqual(["scale", "log"]);
  expect(found("nothing like it")).toEqual([]);
});

function rgb(variable: string, place: number): number[] {
  const name = /var\((.+)\)/.exec(variable)![1]!;
  const [, light, dark] = new RegExp(`${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(style)!;
  const hex = [light!, dark!][place]!;
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
