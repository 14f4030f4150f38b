import { expect, test } from "bun:test";
import { formattedText } from "./formatted-text.ts";

const plain = (text: string) => [{ kind: "plain" as const, text }];

test("reads headings, lists, bold and links, and keeps line breaks", () => {
  expect(
    formattedText(
      "# Cellar\nCall **Ada**\nor see [the plan](https://example.org/a).\n\n- one\n- two\n1. first",
    ),
  ).toEqual([
    { kind: "heading", parts: plain("Cellar") },
    {
      kind: "paragraph",
      lines: [
        [...plain("Call "), { kind: "bold", text: "Ada" }],
        [
          ...plain("or see "),
          { kind: "link", text: "the plan", url: "https://example.org/a" },
          ...plain("."),
        ],
      ],
    },
    { kind: "bullets", lines: [plain("one"), plain("two")] },
    { kind: "numbers", lines: [plain("first")] },
  ]);
});

test("keeps everything else as it was typed: HTML, links that are none, and half a mark", () => {
  for (const text of [
    "<b onclick=x>hi</b>",
    "[run](javascript:alert(1))",
    "[run](javascript:run`x`)",
    "[a](/b)",
    "**half",
    "#tag",
  ])
    expect(formattedText(text)).toEqual([{ kind: "paragraph", lines: [plain(text)] }]);
});
