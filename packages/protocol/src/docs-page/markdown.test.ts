import { describe, expect, test } from "bun:test";
import { html } from "./html.ts";
import { markdown } from "./markdown.ts";

describe("a line", () => {
  test.each([
    ["plain, with 2 * 3 * 4", "plain, with 2 * 3 * 4"],
    ["**strong** and *soft*", "<strong>strong</strong> and <em>soft</em>"],
    ["`a * b` and `c * d`", "<code>a * b</code> and <code>c * d</code>"],
    ["[CEL](https://cel.dev).", '<a href="https://cel.dev">CEL</a>.'],
    ['[x](https://a.b/"onclick="y)', '<a href="https://a.b/&quot;onclick=&quot;y">x</a>'],
    ["a <b> & `<i>`", "a &lt;b&gt; &amp; <code>&lt;i&gt;</code>"],
  ])("%s", (text, markup) => {
    expect(markdown(text).markup).toBe(`<p>${markup}</p>\n`);
  });
});

describe("a text", () => {
  test("joins the lines of a paragraph up to an empty line", () => {
    expect(markdown("one\ntwo\n\nthree").markup).toBe("<p>one\ntwo</p>\n<p>three</p>\n");
  });

  test("keeps code between fences unchanged, including empty lines", () => {
    const { markup } = markdown("before\n\n```sh\nweir *a* <b>\n\n| b |\n```\n\nafter");
    expect(markup).toContain("<code>weir *a* &lt;b&gt;\n\n| b |</code>");
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

  test("lets names in a table break between their words", () => {
    const { markup } = markdown("`a_b`\n\n| setting |\n|---|\n| `rows_max` of a_b |");
    expect(markup).toStartWith("<p><code>a_b</code></p>");
    expect(markup).toContain('<th role="rowheader" scope="row"><code>rows_<wbr>max</code> of a_b</th>');
  });

  test("renders lists with and without numbers", () => {
    expect(markdown("* one\n* `two`").markup).toBe("<ul>\n<li>one</li>\n<li><code>two</code></li>\n</ul>\n");
    expect(markdown("1. one\n2. two").markup).toBe("<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n");
  });

  test("shows HTML as text and leaves out comments", () => {
    expect(markdown("<!-- settings -->\n\n<script>alert(1)</script>").markup).not.toMatch(/<script|settings/);
    expect(markdown("<script>alert(1)</script>").markup).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("hands headings, links and pictures to the page", () => {
    const { markup } = markdown("## A `b`\n\n[c](d.md) [e](f.md)\n\n![g](h.png)", {
      heading: (title, level) => html`<h${level}>${title}</h${level}>`,
      target: (written) => (written === "d.md" ? "/d" : null),
      picture: (source, description) => html`<img src="${source}" alt="${description}">`,
    });
    expect(markup).toBe(
      '<h2>A <code>b</code></h2><p><a href="/d">c</a> e</p>\n<p><img src="h.png" alt="g"></p>\n',
    );
  });
});
