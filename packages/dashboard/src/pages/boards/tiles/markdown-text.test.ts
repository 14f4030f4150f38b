import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

// Imported this way, because tests are checked without the types of elements.
const { MarkdownText } = await import(`${import.meta.dir}/markdown-text.tsx`);

/** The elements that are shown, without their classes. */
function shown(text: string): string {
  return renderToStaticMarkup(createElement(MarkdownText, { text })).replaceAll(/ class="[^"]*"/g, "");
}

const link = (to: string, content: string) =>
  `<a href="${to}" target="_blank" rel="noopener noreferrer">${content}</a>`;

describe("a text in Markdown", () => {
  test("has headings, lists, emphasis, links and line breaks", () => {
    const text =
      "# Cellar\nCall **Ada** or *Bob*\nor see [the plan](https://example.org/a).\n\n- one\n- two\n\n3. third";
    expect(shown(text)).toBe(
      `<h3>Cellar</h3><p>Call <strong>Ada</strong> or <em>Bob</em><br/>or see ${link("https://example.org/a", "the plan")}.</p>` +
        `<ul><li>one</li><li>two</li></ul><ol start="3"><li>third</li></ol>`,
    );
  });

  test("has quotes, code, tables, tasks and lists in lists", () => {
    expect(shown("> read `a<b`")).toBe("<blockquote><p>read <code>a&lt;b</code></p></blockquote>");
    expect(shown("```sh\nweir <serve>\n```")).toBe("<pre>weir &lt;serve&gt;</pre>");
    expect(shown("| a | b |\n|---|--:|\n| 1 | **2** |")).toBe(
      "<div><table><thead><tr><th>a</th><th>b</th></tr></thead>" +
        "<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>",
    );
    expect(shown("- [x] done\n  - part")).toBe("<ul><li>☑ done<ul><li>part</li></ul></li></ul>");
  });

  test("shows HTML as it was typed", () => {
    expect(shown("<b onclick=x>hi</b>")).toBe(
      "<p><span>&lt;b onclick=x&gt;</span>hi<span>&lt;/b&gt;</span></p>",
    );
    expect(shown("<script>alert(1)</script>")).toBe("<span>&lt;script&gt;alert(1)&lt;/script&gt;</span>");
    expect(shown("**<img src=x onerror=alert(1)>**")).toBe(
      "<p><strong><span>&lt;img src=x onerror=alert(1)&gt;</span></strong></p>",
    );
    expect(shown("| a |\n|---|\n| <iframe src=x> |")).toContain("&lt;iframe src=x&gt;");
  });

  test("links only to web pages, and shows other links as they were typed", () => {
    for (const text of [
      "[run](javascript:alert(1))",
      "[run](JaVaScRiPt:alert(1))",
      "[run](data:text/html,x)",
      "[run](vbscript:x)",
      "[a](/b)",
      "[a](//b.example)",
      "[file](file:///etc/passwd)",
      "**half",
      "#tag",
    ])
      expect(shown(text)).toBe(`<p>${text}</p>`);
    expect(shown("[a](&#106;avascript:alert(1))")).not.toContain("<a");
    expect(shown("[a][b]\n\n[b]: javascript:alert(1)")).toBe("<p>[a][b]</p>");
    expect(shown("<javascript:alert(1)>")).not.toContain("<a");
    expect(shown("ada@example.org")).toBe("<p>ada@example.org</p>");
    expect(shown("[**[in](javascript:x)**](https://example.org)")).not.toContain('href="javascript');
  });

  test("links to a picture instead of loading it", () => {
    expect(shown("![plan](https://example.org/a.png)")).toBe(
      `<p>${link("https://example.org/a.png", "plan")}</p>`,
    );
    expect(shown("![x](data:image/svg+xml,x)")).toBe("<p>![x](data:image/svg+xml,x)</p>");
  });

  test("shows what is nested too deeply as it was typed", () => {
    const deep = shown(`${">".repeat(4000)} end`);
    expect(deep.match(/<blockquote>/g)!.length).toBeLessThan(20);
    expect(deep).toContain("end");
  });
});
