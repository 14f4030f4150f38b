/**
 * The server's problems go on from the name of what they are about; alone, they begin a sentence. The name of a function
 * stays as it is written.
 */
export function sentence(text: string): string {
  return /^\w+\(/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
