export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FailedTest {
  readonly file: string;
  readonly name: string;
  /** The error with its places in the code; empty if the runner reported nothing. */
  readonly text: string;
}

interface TestReport {
  readonly counts: Counts;
  readonly failures: readonly FailedTest[];
  /** Why tests were skipped, one entry per skipped test whose name has a reason. */
  readonly skipReasons: readonly string[];
}

const failedCase = /<testcase ([^>]*[^/>])>\s*<failure ([^>]*?)(?:\/>|>([^<]*)<\/failure>)/g;

const skippedCase = /<testcase ([^>]*[^/>])>\s*<skipped/g;

/** Reads the JUnit report of `bun test`. */
export function readTestReport(xml: string): TestReport {
  const total = /<testsuites ([^>]*)>/.exec(xml)?.[1] ?? "";
  const count = (name: string) => Number(attribute(total, name));
  const failed = count("failures") + count("errors");
  const skipped = count("skipped");
  return {
    counts: { passed: count("tests") - failed - skipped, failed, skipped },
    failures: [...xml.matchAll(failedCase)].map(([, test = "", failure = "", text = ""]) => ({
      file: attribute(test, "file"),
      name: [attribute(test, "classname"), attribute(test, "name")].filter((part) => part !== "").join(" > "),
      text: (unescaped(text) || attribute(failure, "message")).trim(),
    })),
    skipReasons: [...xml.matchAll(skippedCase)].map(([, test = ""]) => skipReasonOf(test)),
  };
}

/** The form in which tests/harness/describe-unless.ts writes it. */
function skipReasonOf(test: string): string {
  const names = [attribute(test, "classname"), attribute(test, "name")];
  const reasons = names.map((name) => /\(skipped: (.+)\)/s.exec(name)?.[1]);
  return reasons.find((reason) => reason !== undefined) ?? "no reason given";
}

/** Empty if the attribute is missing. */
function attribute(attributes: string, name: string): string {
  return unescaped(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}

const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
