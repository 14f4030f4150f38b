import { describe, expect, test } from "bun:test";
import { inline, markdown } from "./markdown.ts";

describe("a line", () => {
  test.each([
    ["plain, with 2 * 3 * 4", "plain, with 2 * 3 * 4"],
    ["**strong** and *soft*", "<strong>strong</strong> and <em>soft</em>"],
    ["`a * b` and `c * d`", "<code>a * b</code> and <code>c * d</code>"],
    ["[CEL](https://cel.dev).", '<a href="https://cel.dev">CEL</a>.'],
    ["[nodes.md](nodes.md)", '<a href="#nodes">nodes.md</a>'],
    ["<b> & `<i>`", "&lt;b&gt; &amp; <code>&lt;i&gt;</code>"],
  ])("%s", (text, markup) => {
    expect(inline(text).markup).toBe(markup);
  });
});

describe("a text", () => {
  test("joins the lines of a paragraph up to an empty line", () => {
    expect(markdown("one\ntwo\n\nthree").markup).toBe("<p>one two</p>\n<p>three</p>\n");
  });

  test("keeps code between fences unchanged, including empty lines", () => {
    const { markup } = markdown("before\n\n```sh\nweir *a*\n\n| b |\n```\n\nafter");
    expect(markup).toContain("<code>weir *a*\n\n| b |</code>");
    expect(markup).toStartWith("<p>before</p>");
    expect(markup).toEndWith("<p>after</p>\n");
  });

  test("renders a table with an escaped pipe in a cell", () => {
    const { markup } = markdown("| sign | what |\n|---|---|\n| `\\|\\|` | Or. |");
    expect(markup).toContain('<th role="columnheader" scope="col">Sign</th>');
    expect(markup).toContain('<th role="rowheader" scope="row"><code>||</code></th>');
    expect(markup).toContain('<td role="cell" data-label="What"><div>Or.</div></td>');
    expect(markup).not.toContain("caption");
  });

  test("renders a list", () => {
    expect(markdown("* one\n* `two`").markup).toBe("<ul>\n<li>one</li>\n<li><code>two</code></li>\n</ul>\n");
  });
});
