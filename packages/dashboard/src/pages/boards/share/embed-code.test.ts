import { expect, test } from "bun:test";
import { embedCode } from "./embed-code.ts";

test("the name of a board cannot end the attribute that it is written to", () => {
  expect(embedCode("https://weir.example.org/shared#wsl_x", `A "b" <c> & d`)).toBe(
    `<iframe src="https://weir.example.org/shared#wsl_x" title="A &quot;b&quot; &lt;c> &amp; d" width="960" height="600" style="border:0"></iframe>`,
  );
});
