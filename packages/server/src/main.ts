/**
 * The entry of every Weir process. The processor is started often (after each fault) and by the server only, so it goes
 * past the command line for people and what that loads.
 */
const [command, ...args] = process.argv.slice(2);
if (command === "process") {
  const { runProcessor } = await import("./cli/process.ts");
  await runProcessor(args);
} else {
  const { runCommandLine } = await import("./cli/run-command-line.ts");
  const exitCode = await runCommandLine(process.argv.slice(2));
  // A failed start leaves a thread and a child behind, which only the end of this process ends.
  if (exitCode !== 0) process.exit(exitCode);
}

export {};
