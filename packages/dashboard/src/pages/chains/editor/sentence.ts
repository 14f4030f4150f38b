/** The server's problems go on from the name of what they are about; alone, they begin a sentence. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
