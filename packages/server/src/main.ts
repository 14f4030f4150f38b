/**
 * The entry of every Weir process. The processes of roles are started often (after each fault) and by the supervisor only,
 * so they go past the command line for people and what that loads.
 */
const [command, ...args] = process.argv.slice(2);
if (command === "role") {
  const { runSupervisedRole } = await import("./cli/role.ts");
  await runSupervisedRole(args);
} else {
  const { runCommandLine } = await import("./cli/run-command-line.ts");
  const exitCode = await runCommandLine(process.argv.slice(2));
  // A failed start leaves children behind, which only the end of this process ends.
  if (exitCode !== 0) process.exit(exitCode);
}

export {};
