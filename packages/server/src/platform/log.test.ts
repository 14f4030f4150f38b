import { expect, test } from "bun:test";
import { createLog, logLevels, reasonOf } from "./log.ts";

test("writes one JSON object per line, whatever it contains", () => {
  const lines: string[] = [];
  const log = createLog("info", "server", (line) => lines.push(line));
  log.warn('two\nlines and "quotes"', { reason: "a\nb", count: 3, missing: undefined, none: null });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  const { time, ...rest } = JSON.parse(lines[0]!);
  expect(new Date(time).toISOString()).toBe(time);
  expect(rest).toEqual({
    level: "warn",
    process: "server",
    message: 'two\nlines and "quotes"',
    reason: "a\nb",
    count: 3,
    none: null,
  });
});

test.each(logLevels.map((level, index) => [level, logLevels.slice(index)] as const))(
  "at level %s writes what is as severe or more",
  (level, written) => {
    const lines: string[] = [];
    const log = createLog(level, "server", (line) => lines.push(line));
    for (const own of logLevels) log[own]("something");
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([...written]);
  },
);

test("writes to standard error, because standard output belongs to commands", () => {
  const module = JSON.stringify(new URL("./log.ts", import.meta.url).href);
  const script = `const { createLog } = await import(${module}); createLog("info", "server").info("hello");`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  expect(stdout.toString()).toBe("");
  expect(JSON.parse(stderr.toString()).message).toBe("hello");
});

test("uses the message of an error as its reason, without the stack", () => {
  expect(reasonOf(new Error("no space"))).toBe("no space");
  expect(reasonOf("no space")).toBe("no space");
  expect(reasonOf(undefined)).toBe("undefined");
});
