/** Reads standard input without its last line break. A person at a terminal sees a prompt. */
export async function readLine(what: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${what}, then Enter and Ctrl-D: `);
  return (await Bun.stdin.text()).replace(/\r?\n$/, "");
}
