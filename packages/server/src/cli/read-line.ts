/** What is given on standard input, without its last line break. Somebody at a terminal is told what is wanted. */
export async function readLine(what: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${what}, then Enter and Ctrl-D: `);
  return (await Bun.stdin.text()).replace(/\r?\n$/, "");
}
