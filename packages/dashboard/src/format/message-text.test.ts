import { expect, test } from "bun:test";
import { messageText } from "./message-text.ts";

test("writes negative numbers in messages with a minus, and leaves every other hyphen", () => {
  expect(messageText("-18.2 °C is below -20")).toBe("−18.2 °C is below −20");
  expect(messageText("between (-5 and -0.5)")).toBe("between (−5 and −0.5)");
  for (const text of ["2026-11-19", "freezer-7", "7-11", "A -B", "1 - 2", "--5", "v1.-2", "room_-1", ""])
    expect(messageText(text)).toBe(text);
});
