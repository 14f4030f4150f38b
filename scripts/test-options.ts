export interface TestOptions {
  /** Run the long proofs instead of the other tests. */
  readonly faults: boolean;
  /** Run only what a change reaches. */
  readonly changed: boolean;
  /** Programs that tests need may be installed. */
  readonly mayInstall: boolean;
  /** They choose test files by their paths. */
  readonly words: readonly string[];
  /** For `bun test`. */
  readonly runnerFlags: readonly string[];
}

const flags = { faults: "--faults", changed: "--changed", noInstall: "--no-install" };

/** Our own flags and words come first. From the first other flag on, everything is for `bun test`. */
export function readTestOptions(args: readonly string[]): TestOptions {
  const known: readonly string[] = Object.values(flags);
  const firstOther = args.findIndex((arg) => arg.startsWith("-") && !known.includes(arg));
  const own = firstOther === -1 ? args : args.slice(0, firstOther);
  return {
    faults: own.includes(flags.faults),
    changed: own.includes(flags.changed),
    mayInstall: !own.includes(flags.noInstall),
    words: own.filter((arg) => !known.includes(arg)),
    runnerFlags: args.slice(own.length),
  };
}
