/**
 * The entry of every Weir process. The processes of roles are started often (after each fault) and by the supervisor only,
 * so they go past the command line for people and what that loads.
 */
void run(process.argv.slice(2));

// A function, because the build that `npm test` runs cannot wait at the top of a module.
async function run(args: string[]): Promise<void> {
  if (args[0] === "role") {
    const { runSupervisedRole } = await import("./cli/role.ts");
    await runSupervisedRole(args.slice(1));
  } else {
    const { runCommandLine } = await import("./cli/run-command-line.ts");
    const exitCode = await runCommandLine(args);
    // A failed start leaves children behind, which only the end of this process ends.
    if (exitCode !== 0) process.exit(exitCode);
  }
}

export {};
