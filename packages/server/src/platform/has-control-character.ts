/** Everything in Cc but tab and line breaks, which free texts may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const neverInText = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** Whether a text has characters that change what terminals, logs and mails show. Names refuse tabs and line breaks as well. */
export function hasControlCharacter(text: string): boolean {
  return neverInText.test(text);
}
