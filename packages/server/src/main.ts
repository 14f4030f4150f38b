/**
 * The entry of every Weir process. The processes of roles are started often (after each fault) and by the supervisor only,
 * and the supervisor stays for as long as they do, so both go past what other commands load.
 */
void run(process.argv.slice(2));

// A function, because the build that `npm test` runs cannot wait at the top of a module.
async function run(args: string[]): Promise<void> {
  if (args[0] === "role") {
    const { runSupervisedRole } = await import("./cli/role.ts");
    await runSupervisedRole(args.slice(1));
  } else {
    const exitCode = await runCommand(args);
    // A failed start leaves children behind, which only the end of this process ends.
    if (exitCode !== 0) process.exit(exitCode);
  }
}

async function runCommand(args: string[]): Promise<number> {
  if (args[0] === "serve") {
    const { readPlainServe } = await import("./cli/plain-serve.ts");
    const plain = readPlainServe(args.slice(1));
    if (plain !== null) return (await import("./cli/serve-all.ts")).runPlainServe(plain);
  }
  return (await import("./cli/run-command-line.ts")).runCommandLine(args);
}

export {};
